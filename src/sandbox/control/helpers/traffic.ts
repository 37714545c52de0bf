import { packetOfPush } from '../../service/service-paths.ts';
import type { SandboxCore } from '../../core/core.ts';
import type { LoggedRequest } from '../../core/request-log.ts';
import type { PushFilter, RequestFilter, SandboxPush, SandboxRequest } from './helper-types.ts';

type Answers = NonNullable<SandboxPush['answers']>;

/** Returns the matching requests, oldest first. */
export function requestsThatFit(core: SandboxCore, filter: RequestFilter): SandboxRequest[] {
  return core.log
    .entries()
    .map(requestOf)
    .filter((request) => fits(request, filter));
}

/** Returns the matching accepted pushes, oldest first. */
export function pushesThatFit(core: SandboxCore, filter: PushFilter): SandboxPush[] {
  const pushes = core.log.entries().flatMap((entry) => pushOf(entry) ?? []);
  return pushes.filter((push) =>
    Object.entries(filter).every(
      ([name, value]) => value === undefined || push[name as keyof PushFilter] === value,
    ),
  );
}

function requestOf(entry: LoggedRequest): SandboxRequest {
  const { body_truncated, response, seller_id, packet_id, interaction_id, client_id, ...others } =
    entry;
  const { user_agent, ...rest } = others;
  return {
    ...rest,
    isBodyTruncated: body_truncated,
    response: response && {
      status: response.status,
      headers: response.headers,
      body: response.body,
      isBodyTruncated: response.body_truncated,
    },
    ...{ sellerId: seller_id, packetId: packet_id },
    ...{ interactionId: interaction_id, clientId: client_id, userAgent: user_agent },
  };
}

function fits(request: SandboxRequest, { after = 0, path, ...exact }: RequestFilter): boolean {
  if (request.number <= after) return false;
  if (typeof path === 'string' && path !== request.path) return false;
  if (path instanceof RegExp && !path.test(request.path)) return false;
  return Object.entries(exact).every(
    ([name, value]) => value === undefined || request[name as keyof typeof exact] === value,
  );
}

function pushOf(entry: LoggedRequest): SandboxPush | undefined {
  const { at, body, client_id, number, packet_id, path, seller_id, status } = entry;
  if (entry.fault?.kind === 'status') return undefined;
  if (packetOfPush(path) === undefined || status === null || status < 200 || status > 299)
    return undefined;
  if (packet_id === null || seller_id === null || client_id === null || body === null)
    return undefined;
  // The log keeps only the beginning of a long body, which is not JSON.
  const answers = entry.body_truncated ? null : (JSON.parse(body) as { payload: Answers }).payload;
  const ids = { packetId: packet_id, sellerId: seller_id, clientId: client_id };
  return { ...ids, answers, at, requestNumber: number };
}
