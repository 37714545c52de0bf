import { countReports } from './records.ts';
import type { Records } from './records.ts';

/** Results of all sellers who landed, by the service's own records. */
export interface Verdict {
  landed: number;
  /** Sellers whose outcome the service has. */
  counted: number;
  /** Sellers whose hour ended without an outcome. @see interface §3.1 */
  lost: number;
  /** Reports that the service counted although the seller had an outcome. */
  doubled: number;
  /** Sellers who still have time. */
  open: number;
}

/** Judges by the records of the service alone. The pages are not asked. */
export function verdictOf(records: Records): Verdict {
  const visits = records.sellers_packets;
  const counted = visits.filter(({ outcome }) => outcome !== null).length;
  const lost = visits.filter(({ state }) => state === 'failed').length;
  const doubled = visits
    .map((visit) => Math.max(0, countReports(records, visit) - 1))
    .reduce((sum, count) => sum + count, 0);
  return { landed: visits.length, counted, lost, doubled, open: visits.length - counted - lost };
}

/** The verdict as one line: "1 seller landed · 1 outcome counted · 0 lost · 0 doubled". */
export function verdictLine({ landed, counted, lost, doubled, open }: Verdict): string {
  const parts = [
    `${count(landed, 'seller')} landed`,
    `${count(counted, 'outcome')} counted`,
    `${lost} lost`,
    `${doubled} doubled`,
  ];
  if (open) parts.push(`${open} still open`);
  return parts.join(' · ');
}

/** The verdict in words. */
export function verdictWords({ landed, lost, doubled, open }: Verdict): string {
  if (doubled) return 'Something was counted twice. Please report this as a bug.';
  if (lost) return 'The hour ended before an outcome reached the service.';
  if (open) return 'Not finished yet. Nothing lost, nothing doubled so far.';
  return landed ? 'Nothing lost, nothing doubled.' : 'No seller has landed yet.';
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
