import type { OutcomeQuery, OutcomeRecord, VaultOutcomes } from '../../bff/index.ts';
import { dayOf } from '../../bff/index.ts';
import { DAY_MS, dayCountsOf, daysBetween } from './day-counts.ts';
import type { DayCounts } from './day-counts.ts';

/** Rows of one query, the most that a page has. */
const PAGE_LENGTH = 1000;

/** Outcomes that a report shows of each state at most. */
const MOST_SHOWN = 500;

/** Days of a report if nobody names its first one, today included. */
const DAYS_BY_DEFAULT = 14;

/** Returns all outcomes of a query, page by page, the latest first. */
export async function* allOutcomes(
  outcomes: VaultOutcomes,
  query: Omit<OutcomeQuery, 'cursor' | 'limit'>,
): AsyncGenerator<OutcomeRecord> {
  let cursor: string | undefined;
  do {
    const page = await outcomes.list({ ...query, cursor, limit: PAGE_LENGTH });
    yield* page.outcomes;
    cursor = page.next;
  } while (cursor !== undefined);
}

/** Outcomes of one state. */
export interface ShownOutcomes {
  outcomes: OutcomeRecord[];
  /** Whether there are more than the ones shown. */
  isCut: boolean;
}

/** What became of the outcomes of the last days. */
export interface OutcomesReport {
  atMs: number;
  /** All days of the report, in UTC. */
  days: string[];
  counts: DayCounts[];
  /** Those on their way, whenever they were accepted. */
  open: ShownOutcomes;
  undelivered: ShownOutcomes;
  rejected: ShownOutcomes;
  probablyRecorded: ShownOutcomes;
  refused: ShownOutcomes;
}

/** The days that somebody asks about. */
export interface Period {
  /** Now. */
  atMs: number;
  /** A time of the first day. Default: 14 days, today included. */
  sinceMs?: number | undefined;
}

/** Reads the counts of the last days. */
export async function readCounts(
  outcomes: VaultOutcomes,
  { atMs, sinceMs = atMs - (DAYS_BY_DEFAULT - 1) * DAY_MS }: Period,
): Promise<Pick<OutcomesReport, 'days' | 'counts'>> {
  const days = daysBetween(dayOf(sinceMs), dayOf(atMs));
  const firstMs = Date.parse(dayOf(sinceMs));
  const open: OutcomeRecord[] = [];
  for await (const record of allOutcomes(outcomes, { state: 'open', sinceMs: firstMs })) {
    open.push(record);
  }
  return { days, counts: dayCountsOf(await outcomes.counts({ sinceMs }), open) };
}

/** Reads all that a report shows. */
export async function readReport(outcomes: VaultOutcomes, period: Period): Promise<OutcomesReport> {
  const { days, counts } = await readCounts(outcomes, period);
  const sinceMs = Date.parse(days[0] ?? '');
  const shown = async (query: OutcomeQuery): Promise<ShownOutcomes> => {
    const page = await outcomes.list({ ...query, limit: MOST_SHOWN });
    return { outcomes: page.outcomes, isCut: page.next !== undefined };
  };
  return {
    atMs: period.atMs,
    ...{ days, counts },
    open: await shown({ state: 'open' }),
    undelivered: await shown({ state: 'undelivered', sinceMs }),
    rejected: await shown({ state: 'rejected', sinceMs }),
    probablyRecorded: await shown({ state: 'probably_recorded', sinceMs }),
    refused: await shown({ state: 'refused', sinceMs }),
  };
}
