import type { OutcomeQuery, OutcomeRecord, VaultOutcomes } from '../../bff/index.ts';
import { dayOf } from '../../bff/index.ts';
import { DAY_MS, dayCountsOf, daysBetween } from './day-counts.ts';
import type { DayCounts } from './day-counts.ts';

/** Rows of one query, the most that a page has. */
const PAGE_LENGTH = 1000;

/** Outcomes that a report shows of each state at most. */
const MAX_SHOWN = 500;

/** Days of a report if nobody names its first one, the last one included. */
const DAYS_BY_DEFAULT = 14;

/**
 * Returns all outcomes of a query, page by page, the latest first.
 *
 * @param query.until the last day of acceptance, in UTC, such as `2026-05-31`. Default: today
 */
export async function* allOutcomes(
  outcomes: VaultOutcomes,
  { until, ...query }: Pick<OutcomeQuery, 'state' | 'sinceMs'> & { until?: string | undefined },
): AsyncGenerator<OutcomeRecord> {
  let cursor: string | undefined;
  do {
    const page = await outcomes.list({ ...query, cursor, limit: PAGE_LENGTH });
    for (const record of page.outcomes) {
      if (until === undefined || dayOf(record.acceptedAtMs) <= until) yield record;
    }
    cursor = page.next;
  } while (cursor !== undefined);
}

/** Outcomes of one state. */
export interface ShownOutcomes {
  outcomes: OutcomeRecord[];
  /** `true` if there are more than the ones shown. */
  isCut: boolean;
}

/** Counts of some days, and the outcomes to look at by state. */
export interface OutcomesReport {
  atMs: number;
  /** All days of the report, in UTC. */
  days: string[];
  counts: DayCounts[];
  /** Those on their way, accepted on the last day or earlier. */
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
  /** A time of the first day. Default: 14 days, the last one included. */
  sinceMs?: number | undefined;
  /** The last day, in UTC. Default: today. */
  until?: string | undefined;
}

/** Reads the counts of the days. */
export async function readCounts(
  outcomes: VaultOutcomes,
  {
    atMs,
    until = dayOf(atMs),
    sinceMs = Date.parse(until) - (DAYS_BY_DEFAULT - 1) * DAY_MS,
  }: Period,
): Promise<Pick<OutcomesReport, 'days' | 'counts'>> {
  const days = daysBetween(dayOf(sinceMs), until);
  const firstMs = Date.parse(dayOf(sinceMs));
  const open: OutcomeRecord[] = [];
  for await (const record of allOutcomes(outcomes, { state: 'open', sinceMs: firstMs, until })) {
    open.push(record);
  }
  const counts = await outcomes.counts({ sinceMs });
  return {
    days,
    counts: dayCountsOf(
      counts.filter(({ day = '' }) => day <= until),
      open,
    ),
  };
}

/** Reads all that a report shows. */
export async function readReport(outcomes: VaultOutcomes, period: Period): Promise<OutcomesReport> {
  const { days, counts } = await readCounts(outcomes, period);
  const sinceMs = Date.parse(days[0] ?? '');
  const until = days.at(-1);
  const shown = async (query: Pick<OutcomeQuery, 'state' | 'sinceMs'>): Promise<ShownOutcomes> => {
    const records: OutcomeRecord[] = [];
    for await (const record of allOutcomes(outcomes, { ...query, until })) {
      if (records.length === MAX_SHOWN) return { outcomes: records, isCut: true };
      records.push(record);
    }
    return { outcomes: records, isCut: false };
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
