import { FLOW_LIFETIME_SECONDS } from './flow.ts';
import type { RouteRequest } from './route-request.ts';

/** The cookie of an authorization in progress. */
export interface FlowCookie {
  name: string;
  /** When the flow started, to order the flows. Unverified: only the sealed value is trusted. */
  sinceSeconds: number;
  /** The sealed flow; see `flow.ts`. */
  value: string;
  /** Its size in the `Cookie` header. */
  bytes: number;
}

/**
 * Value of the session cookie: a random id, and for sessions with an idle limit the second in which it began, base 36. The id of the session is the
 * hash of the whole value, so the browser cannot change that second.
 */
export const SESSION_VALUE = /^[\w-]{43}(?:\.([0-9a-z]{1,8}))?$/;

/** Reads and writes the cookies of one deployment. */
export type Cookies = ReturnType<typeof createCookies>;

/** Maximum number of authorizations in progress per browser. */
const MAX_FLOWS = 5;

/** Maximum total size of flow cookies, since servers limit request headers: nginx to 8 KiB per line, Node.js to 16 KiB in total. */
const MAX_FLOW_BYTES = 3500;

/** Lifetime of the confirmation page, in browsers without `Sec-Fetch-Site`. */
const CONFIRMATION_LIFETIME_SECONDS = 600;

/**
 * Creates the cookies of an origin. They contain random ids and sealed flows, never a token. The prefix `__Host-Http-` proves that a cookie was set
 * over HTTPS by this host and not by a script; older browsers treat it as `__Host-`. Safari rejects prefixed cookies on http, so the names have no
 * prefix on loopback origins.
 *
 * The session and the confirmation are Strict. The flow cookie is Lax, because the redirect from the service is a cross-site navigation.
 *
 * @see RFC 10017 section 6.1.3.2
 */
export function createCookies(origin: string) {
  const isSecure = origin.startsWith('https:');
  const sessionName = `${isSecure ? '__Host-Http-' : ''}vaultlink`;
  const flowPrefix = `${sessionName}-flow-`;
  const sessionStart = `${sessionName}=`;
  const confirmationName = `${sessionName}-connect`;

  const cookie = (name: string, value: string, sameSite: string, lifetimeSeconds: number) =>
    `${name}=${value}; Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`;

  const flowName = (flowId: string) => flowPrefix + flowId.slice(0, 16);

  /** Reads all flow cookies. A malformed one counts as the oldest. */
  function flowsOf(request: RouteRequest): FlowCookie[] {
    const flows: FlowCookie[] = [];
    for (const part of (request.header('cookie') ?? '').split(/; */)) {
      if (!part.startsWith(flowPrefix)) continue;
      const [name = '', text = ''] = part.split('=');
      const [, since = '0', value = ''] = /^(\d{1,12})\.([\w.-]+)$/.exec(text) ?? [];
      flows.push({ name, sinceSeconds: Number(since), value, bytes: bytesOf(part) });
    }
    return flows;
  }

  return {
    /** Returns the value of the session cookie, if it is well-formed. */
    sessionOf: (request: RouteRequest) => idOf(request, sessionStart, SESSION_VALUE),
    session: (value: string, lifetimeSeconds: number) =>
      cookie(sessionName, value, 'Strict', lifetimeSeconds),
    noSession: () => cookie(sessionName, '', 'Strict', 0),

    /** Returns the token that the confirmation page has set. */
    confirmationOf: (request: RouteRequest) => idOf(request, `${confirmationName}=`, ID),
    confirmation: (token: string) =>
      cookie(confirmationName, token, 'Strict', CONFIRMATION_LIFETIME_SECONDS),

    flowsOf,
    /** Finds the cookie of a flow. */
    flowOf: (flows: readonly FlowCookie[], flowId: string) =>
      flows.find(({ name }) => name === flowName(flowId)),
    /** @param sealed the sealed flow, which started at `sinceMs` */
    flow: (flowId: string, sealed: string, sinceMs: number) =>
      cookie(
        flowName(flowId),
        `${Math.floor(sinceMs / 1000)}.${sealed}`,
        'Lax',
        FLOW_LIFETIME_SECONDS,
      ),
    noFlow: ({ name }: Pick<FlowCookie, 'name'>) => cookie(name, '', 'Lax', 0),
    /**
     * Deletes the oldest flow cookies to make room for `added`. Of flows that started in the same second, the first ones are older, because browsers send
     * them in that order.
     *
     * @param added as {@link flow} returns it
     * @returns `Set-Cookie` values
     */
    evictOldest(flows: readonly FlowCookie[], added: string): string[] {
      let count = 1;
      let bytes = bytesOf(added.slice(0, added.indexOf(';')));
      const newestFirst = flows
        .toReversed()
        .sort((one, other) => other.sinceSeconds - one.sinceSeconds);
      return newestFirst
        .filter((flow) => {
          count += 1;
          bytes += flow.bytes;
          return count > MAX_FLOWS || bytes >= MAX_FLOW_BYTES;
        })
        .map(({ name }) => cookie(name, '', 'Lax', 0));
    },
  };
}

/** Returns the size of a cookie in the `Cookie` header, including the separator. */
const bytesOf = (pair: string): number => pair.length + '; '.length;

/** A random id. */
const ID = /^[\w-]{43}$/;

/** Returns the value of a cookie if it has the expected form. @param start its name and `=` */
function idOf({ header }: RouteRequest, start: string, form: RegExp): string | undefined {
  const value = cookieOf(header('cookie'), start);
  return value !== undefined && form.test(value) ? value : undefined;
}

/**
 * Finds one cookie without parsing the others, because this runs on every request. The name must be at the start or after a `;`, which no value can
 * contain: another cookie's value may contain a space and this name.
 *
 * @param start its name and `=`
 */
function cookieOf(header: string | null, start: string): string | undefined {
  if (!header) return undefined;
  for (let at = header.indexOf(start); at >= 0; at = header.indexOf(start, at + 1)) {
    if (at > 0 && header[at - 1] !== ';' && !header.startsWith('; ', at - 2)) continue;
    const end = header.indexOf(';', at);
    return header.slice(at + start.length, end < 0 ? undefined : end).trim();
  }
  return undefined;
}
