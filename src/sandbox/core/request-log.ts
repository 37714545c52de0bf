import type { Outcome } from '../../protocol/index.ts';
import type { CallNotes, OpenedVisit } from '../service/service-context.ts';
import { timestamp } from '../market/clock.ts';
import { ENDLINK_CALLS, TOKEN_PARAMETER } from '../service/endlink/endlink-calls.ts';

/** Sender of a request: a script of a page, a browser that opens a page, one that prefetches it, or a program. */
type Sender = 'page' | 'navigation' | 'prefetch' | 'server';

/** One request to the service, as `GET /sandbox/requests` shows it. */
export interface LoggedRequest extends CallNotes {
  /** Counts from 1. */
  number: number;
  /** Time of arrival, in the sandbox's time: ISO 8601 in UTC. */
  at: string;
  method: string;
  /** The part of the path after `{base_url}`. */
  path: string;
  /** The query as it was sent, without the question mark. */
  query: string;
  /** Headers with their secrets, at most 100. */
  headers: Record<string, string>;
  /** Body with its secrets; `null` if it sent none. At most 16,384 characters. */
  body: string | null;
  /** `true` if it sent more than `body` holds. */
  body_truncated: boolean;
  /** `null` until it is answered; `0` if the connection was cut instead. */
  status: number | null;
  /** The response; `null` until it is answered, and if the connection was cut instead. */
  response: LoggedResponse | null;
  /** The fault that applied to it. */
  fault: { id: string; kind: string } | null;
  /** The outcome that it reported. */
  outcome: Outcome | null;
  /** The seller that its token or its body belongs to; `null` if unknown. */
  seller_id: string | null;
  packet_id: string | null;
  client_id: string | null;
  /** A script of a page, a browser that opens a page, one that prefetches it, or a program. */
  sender: Sender;
  user_agent: string | null;
  /** Number of the request that it repeats, since a person sent that one again from the log; `null` if it repeats none. */
  repeats: number | null;
}

/** Response to a logged request. */
export interface LoggedResponse {
  status: number;
  headers: Record<string, string>;
  /** At most 16,384 characters; `null` if there is none. */
  body: string | null;
  body_truncated: boolean;
}

/** The opening of an endlink by a seller, as `GET /sandbox/openings` shows it. No request to the service: the seller's browser goes to the buyer. */
export interface LoggedOpening extends OpenedVisit {
  kind: 'opening';
  /** Counts from 1, apart from the requests. */
  number: number;
  /** In the sandbox's time: ISO 8601 in UTC. */
  at: string;
  /** Number of the latest request before it; 0 if there is none. */
  after_request: number;
}

/** An entry of the log. */
export type LogEntry = LoggedRequest | LoggedOpening;

/** Returns whether an entry of the log is the opening of an endlink. */
export const isOpening = (entry: LogEntry): entry is LoggedOpening => 'kind' in entry;

const isRequest = (entry: LogEntry): entry is LoggedRequest => !isOpening(entry);

/** Returns the name of an entry, which is unique in the log: `12` of a request, `opening-3` of an opening. */
export const entryKey = (entry: LogEntry): string =>
  isOpening(entry) ? `opening-${entry.number}` : String(entry.number);

/** Log of the requests that reached the service and of the endlinks that were opened, newest last. */
export interface RequestLog {
  /** Adds a request before it is handled. The caller completes the entry in place. */
  begin(request: Request, path: string, atMs: number): LoggedRequest;
  /** Counts the length of a completed entry, and removes the oldest entries if the log is too long. */
  finish(entry: LoggedRequest): void;
  /** Adds the opening of an endlink. */
  addOpening(opening: OpenedVisit, atMs: number): void;
  /** Returns the requests. */
  entries(): readonly LoggedRequest[];
  /** Returns the openings. */
  openings(): readonly LoggedOpening[];
  /** Returns the requests and the openings in their order. */
  timeline(): readonly LogEntry[];
  /** Returns the entry with a key; `undefined` if the log does not have it. */
  find(key: string): LogEntry | undefined;
  /** Returns the entries with a higher number, oldest first: all, or the first `limit`. */
  onlyAfter(number: number, limit?: number): readonly LoggedRequest[];
  /** Returns the number of the latest request; 0 before the first. */
  lastNumber(): number;
  /** Returns a function that replaces the entries by the present ones, and continues with their numbers. */
  save(): () => void;
  /** Removes all entries. Numbers continue. */
  clear(): void;
  /** Removes all entries, and continues with the number after `last`. Default: 0. */
  reset(last?: number): void;
}

/** Largest number of entries. */
const LIMIT = 10_000;
/** Largest number of characters of all entries together. */
const CHARACTER_LIMIT = 32_000_000;

/**
 * Creates an empty log that keeps the newest 10,000 entries, and fewer if they are long.
 *
 * @param onEntry called with each entry once it is complete
 */
export function createRequestLog(onEntry?: (entry: LogEntry) => void): RequestLog {
  /** By {@link entryKey}, in their order. */
  const entries = new Map<string, LogEntry>();
  const lengths = new Map<string, number>();
  let count = 0;
  let openingCount = 0;
  /** Number of the oldest request that may still be there. */
  let oldest = 1;
  let characters = 0;

  function add(entry: LogEntry): void {
    entries.set(entryKey(entry), entry);
    if (entries.size > LIMIT) removeOldest();
  }

  function removeOldest(): void {
    const [[key, entry] = []] = entries;
    if (key === undefined || !entry) return;
    characters -= lengths.get(key) ?? 0;
    lengths.delete(key);
    entries.delete(key);
    if (isRequest(entry)) oldest = entry.number + 1;
  }

  /** Counts the length of an entry, and removes the oldest entries if the log is too long. */
  function measure(entry: LogEntry, length: number): void {
    characters += length;
    lengths.set(entryKey(entry), length);
    while (characters > CHARACTER_LIMIT && entries.size > 1) removeOldest();
  }

  function clear(): void {
    entries.clear();
    lengths.clear();
    characters = 0;
    oldest = count + 1;
  }

  /** Replaces all entries. */
  function replace(kept: Iterable<[string, LogEntry]>, keptLengths: Iterable<[string, number]>) {
    clear();
    for (const [key, entry] of kept) entries.set(key, entry);
    for (const [key, length] of keptLengths) {
      lengths.set(key, length);
      characters += length;
    }
  }

  return {
    begin(request, path, atMs) {
      const { search, searchParams } = new URL(request.url);
      const headers = boundedHeaders(request.headers);
      const entry: LoggedRequest = {
        number: (count += 1),
        at: timestamp(atMs),
        method: request.method,
        path: boundedText(path).text,
        query: boundedText(search.slice(1)).text,
        headers,
        body: null,
        body_truncated: false,
        status: null,
        response: null,
        reason: null,
        section: null,
        causes: [],
        switches: [],
        fault: null,
        token: searchParams.get(TOKEN_PARAMETER),
        outcome: ENDLINK_CALLS.get(path)?.outcome ?? null,
        spent: false,
        ...{ seller_id: null, packet_id: null, interaction_id: null, client_id: null },
        sender: senderOf(headers),
        user_agent: headers['user-agent'] ?? null,
        repeats: null,
      };
      add(entry);
      return entry;
    },
    finish(entry) {
      if (entries.has(entryKey(entry))) measure(entry, lengthOf(entry));
      onEntry?.(entry);
    },
    addOpening(opening, atMs) {
      const number = (openingCount += 1);
      const entry: LoggedOpening = {
        ...{ kind: 'opening', number, at: timestamp(atMs), after_request: count },
        ...opening,
      };
      add(entry);
      measure(entry, entry.url.length + entry.reason.length);
      onEntry?.(entry);
    },
    entries: () => [...entries.values()].filter(isRequest),
    openings: () => [...entries.values()].filter(isOpening),
    timeline: () => [...entries.values()],
    find: (key) => entries.get(key),
    onlyAfter(number, limit = LIMIT) {
      const found: LoggedRequest[] = [];
      for (let next = Math.max(number + 1, oldest); next <= count; next += 1) {
        if (found.length >= limit) break;
        const entry = entries.get(String(next));
        if (entry && isRequest(entry)) found.push(entry);
      }
      return found;
    },
    lastNumber: () => count,
    save() {
      const [kept, keptLengths] = [[...entries], [...lengths]];
      const numbers = { count, openingCount, oldest };
      return () => {
        replace(kept, keptLengths);
        ({ count, openingCount, oldest } = numbers);
      };
    },
    clear,
    reset(last = 0) {
      count = last;
      openingCount = 0;
      clear();
    },
  };
}

function lengthOf({ path, query, headers, body, response }: LoggedRequest): number {
  const all = Object.entries({ ...headers, ...response?.headers });
  const texts = [path, query, body ?? '', response?.body ?? '', ...all.flat()];
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/**
 * Derives the sender from the headers. Browsers send Fetch Metadata to secure origins, loopback included. A sender without Fetch Metadata and without the
 * user agent of a browser is a program. `sec-fetch-mode` alone proves nothing: the `fetch` of Node sends it too.
 *
 * @see https://www.w3.org/TR/fetch-metadata/
 */
function senderOf(headers: Readonly<Record<string, string>>): Sender {
  if (/prefetch|prerender/.test(headers['sec-purpose'] ?? headers.purpose ?? '')) return 'prefetch';
  if (headers['sec-fetch-site'] !== undefined) {
    return headers['sec-fetch-mode'] === 'navigate' ? 'navigation' : 'page';
  }
  if (headers.origin !== undefined) return 'page';
  if (!headers['user-agent']?.startsWith('Mozilla/')) return 'server';
  return headers.accept?.includes('text/html') ? 'navigation' : 'page';
}

/** Largest number of characters of one text that the log keeps. */
const MAX_TEXT_LENGTH = 16_384;
/** Largest number of headers of one request that the log keeps. */
const MAX_HEADERS = 100;
/** Largest number of characters of a header that the log keeps. */
const MAX_HEADER_LENGTH = 4096;

/** Shortens a text to the length that the log keeps. */
export function boundedText(text: string): { text: string; isTruncated: boolean } {
  const isTruncated = text.length > MAX_TEXT_LENGTH;
  return { text: isTruncated ? text.slice(0, MAX_TEXT_LENGTH) : text, isTruncated };
}

/** Reduces headers to those that the log keeps, by name in lower case. */
export function boundedHeaders(headers: Headers): Record<string, string> {
  const bounded: Record<string, string> = {};
  let count = 0;
  for (const [name, value] of headers) {
    if ((count += 1) > MAX_HEADERS) break;
    bounded[name] =
      value.length > MAX_HEADER_LENGTH ? `${value.slice(0, MAX_HEADER_LENGTH)}…` : value;
  }
  return bounded;
}
