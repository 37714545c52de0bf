import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** How many tests of a suite passed and were skipped, and which of them failed. */
export interface Counts {
  passed: number;
  skipped: number;
  /** The name of each, after its file. */
  failures: string[];
}

/** Where the runner of a suite leaves them. */
const FILE = '.cache/counts.json';

/** Forgets what the suite before left. */
export function resetCounts(): void {
  rmSync(FILE, { force: true });
}

/** Leaves the counts of a suite. */
export function writeCounts(counts: Counts): void {
  mkdirSync('.cache', { recursive: true });
  writeFileSync(FILE, JSON.stringify(counts));
}

/** What the suite left: nothing at all where its runner did not come so far. */
export function readCounts(): Counts {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Counts;
  } catch {
    return { passed: 0, skipped: 0, failures: [] };
  }
}
