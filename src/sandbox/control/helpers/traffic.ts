import type { SandboxCore } from '../core.ts';
import type { LoggedRequest } from '../request-log.ts';
import type { PushFilter, RequestFilter, SandboxPush, SandboxRequest } from './helper-types.ts';

/** What a request was about; the log fills it in as the service finds out. */
interface Subjects {
  reason: string | null;
  section: string | null;
  packet_id: string | null;
  seller_id: string | null;
  interaction_id: string | null;
  client_id: string | null;
}

/** The path of a push, with the id of its packet. @see interface §4.3 */
const PUSH = /^\/api\/v5\/packets\/([^/]+)\/sellers_packets\/push$/;

/** Returns the requests that fit, oldest first. */
export function requestsThatFit(core: SandboxCore, filter: RequestFilter): SandboxRequest[] {
  return core.log
    .entries()
    .map(requestOf)
    .filter((request) => fits(request, filter));
}

/** Returns the pushes that were accepted and that fit, oldest first. */
export function pushesThatFit(core: SandboxCore, filter: PushFilter): SandboxPush[] {
  const pushes = core.log.entries().flatMap((entry) => pushOf(core, entry) ?? []);
  return pushes.filter((push) =>
    Object.entries(filter).every(
      ([name, value]) => value === undefined || push[name as keyof PushFilter] === value,
    ),
  );
}

function requestOf(entry: LoggedRequest): SandboxRequest {
  const { number, at, method, path, query, headers, status, token, outcome, spent } = entry;
  const about = entry as LoggedRequest & Partial<Subjects>;
  return {
    ...{ number, at, method, path, query, headers, status, token, outcome, spent },
    reason: about.reason ?? null,
    section: about.section ?? null,
    packetId: about.packet_id ?? null,
    sellerId: about.seller_id ?? null,
    interactionId: about.interaction_id ?? null,
    clientId: about.client_id ?? null,
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

function pushOf(core: SandboxCore, entry: LoggedRequest): SandboxPush | undefined {
  const [, packetId] = PUSH.exec(entry.path) ?? [];
  if (packetId === undefined || entry.method !== 'POST') return undefined;
  if (entry.status === null || entry.status < 200 || entry.status > 299) return undefined;
  const accessToken = entry.headers.authorization?.replace(/^bearer +/i, '');
  const pair = core.market().tokenPairs.find(({ access_token }) => access_token === accessToken);
  const { payload } = (typeof entry.body === 'string' ? JSON.parse(entry.body) : entry.body) as {
    payload: SandboxPush['answers'];
  };
  // Without a pair a fault has answered.
  return (
    pair && {
      packetId: decodeURIComponent(packetId),
      sellerId: pair.seller_id,
      clientId: pair.client_id,
      answers: payload,
      at: entry.at,
      requestNumber: entry.number,
    }
  );
}
