import type { Outcome } from '../../protocol/index.ts';
import type { CallNotes } from '../service/context.ts';
import { timestamp } from '../market/clock.ts';
import { ENDLINK_CALLS, TOKEN_PARAMETER } from '../service/endlink/endlink-calls.ts';

/** One request to the service, as `GET /sandbox/requests` shows it. */
export interface LoggedRequest extends CallNotes {
  /** Counts from 1. */
  number: number;
  /** When it came, in the sandbox's time: ISO 8601 in UTC. */
  at: string;
  method: string;
  path: string;
  /** As it came, without the question mark. */
  query: string;
  /** Those that tell where a request came from and why; only the ones that were there. */
  headers: Record<string, string>;
  /** `null` until it is answered; `0` where the connection was cut instead. */
  status: number | null;
  /** The outcome that it reported. */
  outcome: Outcome | null;
  /** What a token request or a push sent, secrets too: its JSON, or its text where it is none. Other requests have none. */
  body?: unknown;
}

/** What reached the service, newest last. */
export interface RequestLog {
  /** Notes a request before it is handled. The entry is completed in place. */
  begin(request: Request, atMs: number): LoggedRequest;
  entries(): readonly LoggedRequest[];
  clear(): void;
}

const LIMIT = 10_000;

const HEADERS = [
  'authorization',
  'content-type',
  'origin',
  'referer',
  'sec-purpose',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-fetch-dest',
  'access-control-request-method',
  'access-control-request-headers',
  'user-agent',
];

/** An empty log that keeps the newest 10,000 requests. */
export function createRequestLog(): RequestLog {
  const entries: LoggedRequest[] = [];
  let count = 0;
  return {
    begin(request, atMs) {
      const { pathname, search, searchParams } = new URL(request.url);
      const entry: LoggedRequest = {
        number: (count += 1),
        at: timestamp(atMs),
        method: request.method,
        path: pathname,
        query: search.slice(1),
        headers: headersOf(request),
        status: null,
        token: searchParams.get(TOKEN_PARAMETER),
        outcome: ENDLINK_CALLS.get(pathname)?.outcome ?? null,
        spent: false,
      };
      entries.push(entry);
      if (entries.length > LIMIT) entries.shift();
      return entry;
    },
    entries: () => entries,
    clear() {
      entries.length = 0;
      count = 0;
    },
  };
}

function headersOf(request: Request): Record<string, string> {
  const present = HEADERS.map((name) => [name, request.headers.get(name)] as const);
  return Object.fromEntries(present.filter((pair): pair is [string, string] => pair[1] !== null));
}
