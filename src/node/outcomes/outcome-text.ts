import type { OutcomeRecord } from '../../bff/index.ts';
import { wrap } from '../../findings/index.ts';
import { counted } from '../counted.ts';
import type { Paint } from '../paint.ts';
import { COUNTED, sumOf } from './day-counts.ts';
import type { Counted, DayCounts } from './day-counts.ts';
import { reasonOf, shownStateOf, STATE_WORDS } from './state-words.ts';

/** The two lines of each heading of the counts. */
const COUNT_HEADINGS: Readonly<Record<Counted, readonly [string, string]>> = {
  accepted: ['', 'accepted'],
  open: ['on its', 'way'],
  confirmed: ['', 'confirmed'],
  rejected: ['', 'rejected'],
  probably_recorded: ['probably', 'recorded'],
  undelivered: ['not', 'delivered'],
  refused: ['refused by', 'approval'],
};

const DAY_WIDTH = 10;
const NAME_WIDTH = 10;

/** Formats the counts as a table for a terminal, with their sum in the last line. */
export function countLines(rows: readonly DayCounts[], paint: Paint): string[] {
  const line = (day: string, name: string, cells: Readonly<Record<Counted, string>>) =>
    [
      day.padEnd(DAY_WIDTH),
      name.padEnd(NAME_WIDTH),
      ...COUNTED.map((one) => cells[one].padStart(widthOf(one))),
    ].join('  ');
  const numbers = (counts: Readonly<Record<Counted, number>>) =>
    cellsOf((one) => (counts[one] ? counted(counts[one]) : '-'));
  return [
    paint(
      'label',
      line(
        '',
        '',
        cellsOf((one) => COUNT_HEADINGS[one][0]),
      ).trimEnd(),
    ),
    paint(
      'label',
      line(
        'day (UTC)',
        'outcome',
        cellsOf((one) => COUNT_HEADINGS[one][1]),
      ),
    ),
    ...rows.map((row) => line(row.day, row.outcome, numbers(row))),
    paint('title', line('all', '', numbers(sumOf(rows)))),
  ];
}

const widthOf = (one: Counted) => Math.max(...COUNT_HEADINGS[one].map(({ length }) => length));

const cellsOf = (cellOf: (one: Counted) => string) =>
  Object.fromEntries(COUNTED.map((one) => [one, cellOf(one)])) as Record<Counted, string>;

const LABEL_WIDTH = Math.max(...Object.values(STATE_WORDS).map(({ label }) => label.length));

/** The heading of the lines of outcomes. */
export const OUTCOME_HEADING = lineOf([
  'accepted (UTC)',
  'outcome',
  'state',
  'requests',
  'status',
  'id',
  'reference',
]);

/** Formats an outcome as one line for a terminal. */
export const outcomeLine = (record: OutcomeRecord): string =>
  lineOf([
    timeText(record.acceptedAtMs),
    record.outcome,
    STATE_WORDS[shownStateOf(record)].label,
    counted(record.requests),
    String(record.status ?? '-'),
    record.id,
    printable(record.reference ?? ''),
  ]);

function lineOf([time, name, label, requests, status, id, reference]: readonly [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]): string {
  return [
    time.padEnd(19),
    name.padEnd(NAME_WIDTH),
    label.padEnd(LABEL_WIDTH),
    requests.padStart(8),
    status.padStart(6),
    id.padEnd(43),
    reference,
  ]
    .join('  ')
    .trimEnd();
}

/** Formats why an outcome is in its state, in lines below it. */
export const reasonLines = (record: OutcomeRecord): string[] =>
  wrap(reasonOf(record), 76).map((line) => `  ${line}`);

/** Returns an outcome as an object for JSON. */
export const outcomeJson = (record: OutcomeRecord) => ({
  id: record.id,
  outcome: record.outcome,
  state: record.state,
  reason: reasonOf(record),
  from: record.from,
  reference: record.reference ?? null,
  accepted_at: isoText(record.acceptedAtMs),
  due_at: isoText(record.dueAtMs),
  settled_at: isoText(record.settledAtMs),
  requests: record.requests,
  answers: record.answers,
  status: record.status ?? null,
  needs_approval: record.isUnapproved,
});

const isoText = (timeMs: number | undefined) =>
  timeMs === undefined ? null : new Date(timeMs).toISOString();

/** Formats a time in UTC, such as `2026-05-31 12:00:05`. */
export const timeText = (timeMs: number): string =>
  new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');

/** Replaces control characters, which could change what a terminal shows. */
const printable = (text: string) => text.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ');
