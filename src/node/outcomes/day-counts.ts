import type { OutcomeCount, OutcomeRecord } from '../../bff/index.ts';
import { dayOf, OUTBOX_ENDS } from '../../bff/index.ts';

/** Columns of the counts of each day: all accepted outcomes, the open ones, and each final state. */
export const COUNTED = ['accepted', 'open', ...OUTBOX_ENDS] as const;

/** Column of a table of counts. */
export type Counted = (typeof COUNTED)[number];

/** Numbers of outcomes of one name that were accepted on one day, in UTC. */
export type DayCounts = { day: string; outcome: string } & Record<Counted, number>;

/**
 * Sums counts up to one row for each day and outcome, in their order.
 *
 * @param open outcomes that are on their way, of which the outbox keeps no count
 */
export function dayCountsOf(
  counts: readonly OutcomeCount[],
  open: readonly Pick<OutcomeRecord, 'acceptedAtMs' | 'outcome'>[],
): DayCounts[] {
  const rows = new Map<string, DayCounts>();
  const rowOf = (day: string, outcome: string): DayCounts => {
    const key = `${day} ${outcome}`;
    const row = rows.get(key) ?? { day, outcome, ...NONE };
    rows.set(key, row);
    return row;
  };
  for (const { day = '', outcome = '', end, count } of counts) {
    if (end) rowOf(day, outcome)[end] += count;
  }
  for (const { acceptedAtMs, outcome } of open) rowOf(dayOf(acceptedAtMs), outcome).open += 1;
  return [...rows.values()].sort((one, other) =>
    `${one.day} ${one.outcome}` < `${other.day} ${other.outcome}` ? -1 : 1,
  );
}

const NONE = Object.fromEntries(COUNTED.map((one) => [one, 0])) as Record<Counted, number>;

/** Sums rows up to one. */
export function sumOf(rows: readonly DayCounts[]): Record<Counted, number> {
  const sum = { ...NONE };
  for (const row of rows) for (const one of COUNTED) sum[one] += row[one];
  return sum;
}

/** Returns all days from the first to the last one, in UTC. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let atMs = Date.parse(first); atMs <= Date.parse(last); atMs += DAY_MS) {
    days.push(dayOf(atMs));
  }
  return days;
}

export const DAY_MS = 86_400_000;
