import { readFileSync } from 'node:fs';
import type { RecordedRequest } from './record-requests.ts';

/** What a visit in a browser was when a person checked a site in the console of a sandbox. */
export interface RecordedCheck {
  /** What the pages said in the browser's console, by cause. */
  console: string[];
  /** The causes that the page "Check" named. */
  checkPage: string[];
  /** What the sandbox received. */
  requests: RecordedRequest[];
}

/** The checks of the sites with a mistake, written by `npm run record:mistakes`. What the command saw is in test/check/recorded-visits.json. */
export const RECORDED_CHECKS = JSON.parse(
  readFileSync('test/sandbox/console/check/recorded-checks.json', 'utf8'),
) as Readonly<Record<string, RecordedCheck>>;
