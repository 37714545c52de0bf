/** The cookie of an authorization under way. */
export interface FlowCookie {
  name: string;
  /** When the flow began, for the order among them. */
  sinceSeconds: number;
  /** The secret that binds the flow to this browser; once it is done, the id of the session that came of it. */
  value: string;
  isDone: boolean;
}

/** Reads and writes the cookies of one deployment. */
export type Cookies = ReturnType<typeof createCookies>;

/** At most as many authorizations at a time as there may be tabs that wait for one. */
const MOST_FLOWS = 5;

/** For how long a browser keeps the cookie of a flow. */
export const FLOW_LIFETIME_SECONDS = 600;

/** For how long the page that asks before it connects may stay open, in browsers that do not say where a navigation comes from. */
const CONFIRMATION_LIFETIME_SECONDS = 600;

/**
 * An opaque id each, never a token. The prefix proves that a cookie was set over HTTPS, by this very host and not by a script; browsers that
 * do not know it see `__Host-`. Safari keeps no such cookie on http, so on this machine the names are plain.
 *
 * The session and the confirmation are Strict. The flow's cookie is Lax: the way back from the service is a navigation from another site.
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

  const flowCookie = (flowId: string, nowMs: number, value: string) =>
    cookie(flowName(flowId), `${Math.floor(nowMs / 1000)}.${value}`, 'Lax', FLOW_LIFETIME_SECONDS);

  function flowsOf(request: Request): FlowCookie[] {
    const flows: FlowCookie[] = [];
    for (const part of (request.headers.get('cookie') ?? '').split(/; */)) {
      const [name = '', value = ''] = part.split('=');
      const [, since, id, done] = /^(\d{1,12})\.([\w-]{43})(\.done)?$/.exec(value) ?? [];
      if (name.startsWith(flowPrefix) && since && id) {
        flows.push({ name, sinceSeconds: Number(since), value: id, isDone: done !== undefined });
      }
    }
    return flows;
  }

  return {
    /** The session's cookie, where it has the form of one of ours. */
    sessionOf: (request: Request) => idOf(request, sessionStart),
    session: (value: string, lifetimeSeconds: number) =>
      cookie(sessionName, value, 'Strict', lifetimeSeconds),
    noSession: () => cookie(sessionName, '', 'Strict', 0),

    /** The mark that the page that asks before it connects left in this browser. */
    confirmationOf: (request: Request) => idOf(request, `${confirmationName}=`),
    confirmation: (mark: string) =>
      cookie(confirmationName, mark, 'Strict', CONFIRMATION_LIFETIME_SECONDS),

    flowsOf,
    /** The cookie of one flow among others. */
    flowOf: (flows: readonly FlowCookie[], flowId: string) =>
      flows.find(({ name }) => name === flowName(flowId)),
    flow: (flowId: string, browserKey: string, nowMs: number) =>
      flowCookie(flowId, nowMs, browserKey),
    doneFlow: (flowId: string, sessionId: string, nowMs: number) =>
      flowCookie(flowId, nowMs, `${sessionId}.done`),
    /** Takes away the oldest, so that there is room for one more. Of the same second the first ones are older: a browser sends them in that order. */
    room: (flows: readonly FlowCookie[]) =>
      flows
        .toReversed()
        .sort((one, other) => other.sinceSeconds - one.sinceSeconds)
        .slice(MOST_FLOWS - 1)
        .map(({ name }) => cookie(name, '', 'Lax', 0)),
  };
}

/** The value of a cookie, where it has the form of our ids. @param start its name and `=` */
function idOf({ headers }: Request, start: string): string | undefined {
  const value = cookieOf(headers.get('cookie'), start);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/**
 * Looks for one cookie and leaves all others alone: this runs with every call. It begins the header or follows a `;`, which no value can hold: a
 * sibling's cookie may have a value with a space and this name in it.
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
