import type { LoggedRequest } from '../../control/log/request-log.ts';
import { LOG_PATH } from '../../service/pages/console-path.ts';

/** What somebody looks for in the log. Empty strings fit everything. */
export interface LogFilter {
  /** Any text of the request or its answer. */
  q: string;
  outcome: string;
  /** `success`, `refused`, `cut`, `waiting`, or `fault`: struck by one. */
  result: string;
  sender: string;
  seller: string;
  packet: string;
  client: string;
  interaction: string;
  /** Only requests with a lower number: the older ones. */
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

/** More would only slow the page down. */
export const SHOWN = 200;

/** Reads the filter of a log page's query. */
export function readFilter(query: URLSearchParams): LogFilter {
  const pairs = NAMES.map((name) => [name, query.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(pairs) as Record<keyof LogFilter, string>;
}

/** The log with a filter. */
export function logPath(filter: Partial<LogFilter>): string {
  const query = new URLSearchParams();
  for (const name of NAMES) if (filter[name]) query.set(name, filter[name]);
  return query.size ? `${LOG_PATH}?${query.toString()}` : LOG_PATH;
}

/** Whether anything is looked for. The order and the page do not count. */
export const isFiltered = (filter: LogFilter): boolean =>
  NAMES.some((name) => name !== 'before' && name !== 'group' && filter[name] !== '');

/** The newest requests that fit, newest first, and whether there are older ones. */
export function newestFitting(
  entries: readonly LoggedRequest[],
  filter: LogFilter,
): { shown: LoggedRequest[]; hasOlder: boolean } {
  const fits = fitsFilter(filter);
  const shown: LoggedRequest[] = [];
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (!entry || !fits(entry)) continue;
    if (shown.length === SHOWN) return { shown, hasOlder: true };
    shown.push(entry);
  }
  return { shown, hasOlder: false };
}

/** How a request ended, as the filter names it. */
export function resultOf({ status }: LoggedRequest): 'success' | 'refused' | 'cut' | 'waiting' {
  if (status === null) return 'waiting';
  if (status === 0) return 'cut';
  return status < 400 ? 'success' : 'refused';
}

function fitsFilter(filter: LogFilter): (entry: LoggedRequest) => boolean {
  const { q, outcome, result, sender, seller, packet, client, interaction } = filter;
  const before = filter.before === '' ? Infinity : Number(filter.before);
  const search = q && new RegExp(q.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i');
  return (entry) =>
    !(entry.number >= before) &&
    (!outcome || entry.outcome === outcome) &&
    (!result || (result === 'fault' ? entry.fault !== null : resultOf(entry) === result)) &&
    (!sender || entry.sender === sender) &&
    (!seller || entry.seller_id === seller) &&
    (!packet || entry.packet_id === packet) &&
    (!client || entry.client_id === client) &&
    (!interaction || entry.interaction_id === interaction) &&
    (!search || textsOf(entry).some((text) => search.test(text)));
}

const textsOf = (entry: LoggedRequest): string[] => [
  `#${entry.number} ${entry.method} ${entry.path}?${entry.query} ${entry.status ?? ''}`,
  entry.reason ?? '',
  entry.user_agent ?? '',
  entry.headers.origin ?? '',
  entry.headers.referer ?? '',
  entry.body ?? '',
  entry.response?.body ?? '',
];
