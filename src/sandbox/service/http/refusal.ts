import type { Reply, ReplyReason } from '../behaviour/reply-table.ts';
import type { Behaviour } from '../behaviour/switch-table.ts';
import type { CallNotes, ServiceContext } from '../service-context.ts';
import { continued, explain } from '../reasons.ts';
import { errorsReply, jsonReply, reply } from './reply.ts';

/** Refusal of a request: its reply, and what the log says about it. */
export interface Refusal {
  /** The reply in the table of replies. */
  reason: ReplyReason;
  /** Sentences for the caller: plain ASCII without quotes. They name fields, never their values. */
  messages: readonly string[];
  /** Section of the interface that the refusal follows from. */
  section: string;
  /** For the log only, as the end of a sentence. It may hold what a caller must not learn. Default: the messages. */
  explanation?: string;
  /** Switches that the explanation names. */
  switches?: readonly (keyof Behaviour)[];
  /** Numbers of the earlier requests that led to it, where they are known. */
  causes?: readonly (number | null | undefined)[];
  /** `true` if the request has no credentials: the challenge then names no error. @see RFC 6750 section 3.1 */
  isAnonymous?: boolean;
}

/** Refuses a request: explains it in the log, and creates the response. */
export function refuse(service: ServiceContext, notes: CallNotes, refusal: Refusal): Response {
  explainRefusal(notes, refusal);
  return refusalReply(service, refusal);
}

/** Explains a refusal in the log. */
export function explainRefusal(notes: CallNotes, refusal: Refusal): void {
  const { messages, section, causes = [], switches = [] } = refusal;
  const { explanation = continued(messages.join(' ')) } = refusal;
  const known = causes.filter((one) => typeof one === 'number');
  explain(notes, section, `Refused: ${explanation}`, { causes: [...new Set(known)], switches });
}

/** Creates the response to a refused request. @see interface §7 */
export function refusalReply(
  { replies }: ServiceContext,
  { reason, messages, isAnonymous = false }: Refusal,
): Response {
  const row: Reply = replies[reason];
  const { status = 401, code, shape = code === undefined ? 'errors' : 'error' } = row;
  const description = messages.join(' ');
  const scheme = reason === 'unauthorized' ? 'Bearer' : 'Basic';
  const headers =
    row.www_authenticate && status === 401
      ? challenge(scheme, isAnonymous ? {} : { error: code ?? '', error_description: description })
      : {};
  if (shape === 'empty') return reply(status, null, headers);
  return shape === 'errors'
    ? errorsReply(status, messages, headers)
    : jsonReply(status, { error: code, error_description: description }, headers);
}

/** Creates the header that asks for credentials. @see RFC 6749 section 5.2, RFC 6750 section 3 */
function challenge(scheme: string, error: Record<string, string>) {
  const parameters = Object.entries({ realm: 'sandbox', ...error });
  const list = parameters.map(([name, value]) => `${name}="${value}"`).join(', ');
  return { 'www-authenticate': `${scheme} ${list}` };
}
