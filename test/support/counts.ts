import { mkdirSync, writeFileSync } from 'node:fs';

/** How many tests of a suite passed, failed and were skipped. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Where each suite leaves its counts for `test/run.ts`. */
export const countsFile = (suite: string) => `.cache/counts-${suite}.json`;

/** Leaves the counts of a suite. */
export function writeCounts(suite: string, counts: Counts): void {
  mkdirSync('.cache', { recursive: true });
  writeFileSync(countsFile(suite), JSON.stringify(counts));
}
