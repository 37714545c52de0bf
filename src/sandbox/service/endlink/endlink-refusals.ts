import type { Behaviour } from '../behaviour/behaviour.ts';
import type { ErrorShape } from '../behaviour/switch-values.ts';
import { errorsReply, jsonReply } from '../http/reply.ts';
import type { ReportResult } from '../../market/market.ts';

/** Reason why an endlink call is refused. */
export type Refusal = Exclude<ReportResult, 'accepted'> | 'missing';

interface RefusalForm {
  message: string;
  status: (behaviour: Behaviour) => number;
  shape: (behaviour: Behaviour) => ErrorShape;
}

/** Message, status and shape of each refusal. @see interface §7 */
export const REFUSALS: Readonly<Record<Refusal, RefusalForm>> = {
  missing: {
    message: 'service_endlink_token is required.',
    status: (behaviour) => behaviour.missing_token_status,
    shape: () => 'errors',
  },
  unknown: {
    message: 'The endlink token is not valid.',
    status: (behaviour) => behaviour.unknown_token_status,
    shape: (behaviour) => behaviour.unknown_token_shape,
  },
  used: {
    message: 'The endlink token has been used before.',
    status: (behaviour) => behaviour.used_token_status,
    shape: (behaviour) => behaviour.used_token_shape,
  },
  expired: {
    message: 'The endlink token has expired.',
    status: (behaviour) => behaviour.expired_token_status,
    shape: (behaviour) => behaviour.expired_token_shape,
  },
  decided: {
    message: 'The packet already has an outcome.',
    status: (behaviour) => behaviour.decided_packet_status,
    shape: () => 'errors',
  },
};

/** Creates the response to a refused call in the API form. @see interface §7 */
export function refusalReply(behaviour: Behaviour, refusal: Refusal): Response {
  const { message, status, shape } = REFUSALS[refusal];
  if (shape(behaviour) === 'errors') return errorsReply(status(behaviour), [message]);
  const body = { error: behaviour.token_error_code, error_description: message };
  return jsonReply(status(behaviour), body);
}
