import { readFileSync } from 'node:fs';

/** What two of three say about a site: the command's own words are judged in test/check/recorded-visits.test.ts. */
export interface Named {
  /** What the pages say in the browser's console, by cause. */
  console: string[];
  /** The causes that the page "Check" of a sandbox names. */
  checkPage: string[];
}

/** What was said of each site, written by `npm run record:mistakes`. */
export const RECORDED_NAMES = JSON.parse(
  readFileSync('test/check/recorded-names.json', 'utf8'),
) as Readonly<Record<string, Named>>;
