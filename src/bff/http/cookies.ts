import { FLOW_LIFETIME_SECONDS } from './flow.ts';

/** The cookie of an authorization under way. */
export interface FlowCookie {
  name: string;
  /** When the flow began, for the order among them. Anybody can write another time here; what is sealed decides. */
  sinceSeconds: number;
  /** The flow, sealed; see `flow.ts`. */
  value: string;
  /** How much room it takes in the header of a request. */
  bytes: number;
}

/** Reads and writes the cookies of one deployment. */
export type Cookies = ReturnType<typeof createCookies>;

/** At most as many authorizations at a time as there may be tabs that wait for one. */
const MOST_FLOWS = 5;

/** All flows' cookies together stay below this, since servers limit the headers of a request: nginx to 8 KiB a line, Node.js to 16 KiB in all. */
const MOST_FLOW_BYTES = 3500;

/** For how long the page that asks before it connects may stay open, in browsers that do not say where a navigation comes from. */
const CONFIRMATION_LIFETIME_SECONDS = 600;

/**
 * Ids without a meaning and flows that are sealed, never a token. The prefix proves that a cookie was set over HTTPS, by this very host and not by a script; browsers that
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

  /** One that is not of the form of ours is as old as can be. */
  function flowsOf(request: Request): FlowCookie[] {
    const flows: FlowCookie[] = [];
    for (const part of (request.headers.get('cookie') ?? '').split(/; */)) {
      if (!part.startsWith(flowPrefix)) continue;
      const [name = '', text = ''] = part.split('=');
      const [, since = '0', value = ''] = /^(\d{1,12})\.([\w.-]+)$/.exec(text) ?? [];
      flows.push({ name, sinceSeconds: Number(since), value, bytes: bytesOf(part) });
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
    /** @param sealed the flow, which began at `sinceMs` */
    flow: (flowId: string, sealed: string, sinceMs: number) =>
      cookie(
        flowName(flowId),
        `${Math.floor(sinceMs / 1000)}.${sealed}`,
        'Lax',
        FLOW_LIFETIME_SECONDS,
      ),
    /**
     * Takes away the oldest, so that there is room for `added`. Of the same second the first ones are older: a browser sends them in that order.
     *
     * @param added as {@link flow} returns it
     */
    room(flows: readonly FlowCookie[], added: string): string[] {
      let count = 1;
      let bytes = bytesOf(added.slice(0, added.indexOf(';')));
      const newestFirst = flows
        .toReversed()
        .sort((one, other) => other.sinceSeconds - one.sinceSeconds);
      return newestFirst
        .filter((flow) => {
          count += 1;
          bytes += flow.bytes;
          return count > MOST_FLOWS || bytes >= MOST_FLOW_BYTES;
        })
        .map(({ name }) => cookie(name, '', 'Lax', 0));
    },
  };
}

/** A cookie in the header of a request, with what parts it from the next. */
const bytesOf = (pair: string): number => pair.length + '; '.length;

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
