import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** How long a step of a run took, such as a build or a whole suite. */
interface StepRecord {
  kind: 'step';
  name: string;
  seconds: number;
}

/** How long a test file took, with all that it starts. */
interface FileRecord {
  kind: 'file';
  suite: string;
  file: string;
  seconds: number;
}

/** How one test ended. */
export interface TestRecord {
  kind: 'test';
  suite: string;
  file: string;
  title: string;
  verdict: 'passed' | 'failed' | 'skipped';
  /** Of a test that failed: its first error. */
  error?: string;
  /** Of a test that failed: no second try can turn it green. */
  isFinal?: boolean;
  /** Path of the trace, where one was kept. */
  trace?: string;
  /** The tests of its file run in one page: one that hangs takes the others with it. */
  sharesPage?: boolean;
}

/** A line of the record of a run. */
export type RunRecord = StepRecord | FileRecord | TestRecord;

/** A record as a reporter writes it: the runner says which suite it reports. */
export type ReportedRecord = Omit<FileRecord, 'suite'> | Omit<TestRecord, 'suite'>;

/** What the last run leaves, a JSON object a line: the reporters of three runners append to it, and `npm run test:times` reads it. */
const RECORD_FILE = '.cache/last-run.ndjson';

/** Forgets the run before. */
export function resetRecord(): void {
  rmSync(RECORD_FILE, { force: true });
}

/** Appends records to the record of this run. */
export function appendRecords(records: readonly RunRecord[]): void {
  mkdirSync(dirname(RECORD_FILE), { recursive: true });
  appendFileSync(RECORD_FILE, records.map((record) => JSON.stringify(record) + '\n').join(''));
}

/** Appends what a reporter has seen, under the suite that the runner has set. A runner that is started by hand reports nothing. */
export function report(...records: readonly ReportedRecord[]): void {
  const suite = process.env.TEST_SUITE;
  if (suite) appendRecords(records.map((record) => ({ ...record, suite })));
}

/** Reads the record of the last run; empty where there is none. */
export function readRecord(): RunRecord[] {
  let text = '';
  try {
    text = readFileSync(RECORD_FILE, 'utf8');
  } catch {
    // Nothing has run here yet.
  }
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RunRecord);
}
