import { VaultError } from '../../protocol/index.ts';
import type { WebBackend } from './web-backend.ts';
import type { SwitchName } from '../config/settings.ts';
import { errorReply } from './replies.ts';
import { requestIdOf } from './request-id.ts';
import type { RouteRequest } from './route-request.ts';
import type { RouteResponse } from './replies.ts';

const VARIABLE_OF: Readonly<Record<SwitchName, string>> = {
  relay: 'VAULTLINK_RELAY',
  hook: 'VAULTLINK_HOOK',
};

/**
 * Answers a request to a disabled route, and says how the operator can enable it.
 *
 * Emits an event only once for each route: pages repeat their requests, and strangers could fill the log.
 *
 * @param where name of the route, as in `VaultEvent`
 */
export function refuseDisabledRoute(
  { reported, emit }: Pick<WebBackend, 'reported' | 'emit'>,
  request: RouteRequest,
  name: SwitchName,
  where: string,
): RouteResponse {
  const remedy = `set the option ${name} of the backend to true, or ${VARIABLE_OF[name]} to on`;
  if (!reported.has(name)) {
    reported.add(name);
    const detail = `A request used the ${name}, which is off. To switch it on, ${remedy}. Further requests are refused without a log entry.`;
    emit({
      ...{ type: 'failed', where, code: 'not_found', detail },
      requestId: requestIdOf(request),
    });
  }
  return errorReply(new VaultError('not_found', `The ${name} is off. To switch it on, ${remedy}.`));
}
