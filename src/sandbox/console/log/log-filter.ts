import { entryKey, isOpening } from '../../core/request-log.ts';
import type { LogEntry, LoggedRequest } from '../../core/request-log.ts';
import { LOG_PATH } from '../../service/pages/console-path.ts';

/** Filter of the log. An empty string matches everything. */
export interface LogFilter {
  /** Text to search for in the request and its response, or in the opening. */
  q: string;
  outcome: string;
  /** `success`, `refused`, `cut`, `waiting`, `fault`: a fault applied to it, or `opening`: an endlink was opened. */
  result: string;
  sender: string;
  seller: string;
  packet: string;
  client: string;
  interaction: string;
  /** Only older entries than the one with this key. */
  before: string;
  /** `visit`: grouped by a seller's visit, each in order. */
  group: string;
}

const NAMES = [
  'q',
  'outcome',
  'result',
  'sender',
  'seller',
  'packet',
  'client',
  'interaction',
  'before',
  'group',
] as const satisfies readonly (keyof LogFilter)[];

/** Largest number of entries on a page. More would slow it down. */
export const SHOWN = 200;

/** Reads the filter in the query of a log page. */
export function readFilter(query: URLSearchParams): LogFilter {
  const pairs = NAMES.map((name) => [name, query.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(pairs) as Record<keyof LogFilter, string>;
}

/** Returns the path of the log with a filter. */
export function logPath(filter: Partial<LogFilter>): string {
  const query = new URLSearchParams();
  for (const name of NAMES) if (filter[name]) query.set(name, filter[name]);
  return query.size ? `${LOG_PATH}?${query.toString()}` : LOG_PATH;
}

/** Returns whether a filter restricts the log. The order and the page do not count. */
export const isFiltered = (filter: LogFilter): boolean =>
  NAMES.some((name) => name !== 'before' && name !== 'group' && filter[name] !== '');

/**
 * Returns the newest matching entries, newest first, and whether there are older ones.
 *
 * @param likely requests that count as those of the filter's visit
 */
export function newestFitting(
  entries: readonly LogEntry[],
  filter: LogFilter,
  likely: ReadonlySet<LogEntry>,
): { shown: LogEntry[]; hasOlder: boolean } {
  const fits = fitsFilter(filter, likely);
  const shown: LogEntry[] = [];
  const last = filter.before
    ? entries.findIndex((entry) => entryKey(entry) === filter.before)
    : entries.length;
  for (let index = last - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (!entry || !fits(entry)) continue;
    if (shown.length === SHOWN) return { shown, hasOlder: true };
    shown.push(entry);
  }
  return { shown, hasOlder: false };
}

/** Returns the result of a request in the words of the filter. */
export function resultOf({ status }: LoggedRequest): 'success' | 'refused' | 'cut' | 'waiting' {
  if (status === null) return 'waiting';
  if (status === 0) return 'cut';
  return status < 400 ? 'success' : 'refused';
}

function fitsFilter(
  filter: LogFilter,
  likely: ReadonlySet<LogEntry>,
): (entry: LogEntry) => boolean {
  const { q, outcome, result, sender, seller, packet, client, interaction } = filter;
  const search = q && new RegExp(q.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i');
  // An opening has no outcome, sender or client.
  const fitsOpening = !outcome && !sender && !client && (!result || result === 'opening');
  const fitsRequest = (entry: LoggedRequest) =>
    (!outcome || entry.outcome === outcome) &&
    (!result || (result === 'fault' ? entry.fault !== null : resultOf(entry) === result)) &&
    (!sender || entry.sender === sender) &&
    (!client || entry.client_id === client);
  return (entry) =>
    (isOpening(entry) ? fitsOpening : fitsRequest(entry)) &&
    (!seller || entry.seller_id === seller) &&
    (!packet || entry.packet_id === packet) &&
    (!interaction || entry.interaction_id === interaction || likely.has(entry)) &&
    (!search || textsOf(entry).some((text) => search.test(text)));
}

const textsOf = (entry: LogEntry): string[] =>
  isOpening(entry) ? [entry.reason, entry.url] : textsOfRequest(entry);

const textsOfRequest = (entry: LoggedRequest): string[] => [
  `#${entry.number} ${entry.method} ${entry.path}?${entry.query} ${entry.status ?? ''}`,
  entry.reason ?? '',
  entry.user_agent ?? '',
  entry.headers.origin ?? '',
  entry.headers.referer ?? '',
  entry.body ?? '',
  entry.response?.body ?? '',
];
