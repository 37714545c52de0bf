import type { FloodResult } from './run.ts';

const MAX_BYTES = 200e6;

/** How much longer than on a quiet server a user may wait, in the slowest of a hundred calls. */
const MAX_SLOWDOWN = 5;

/** What strangers may call in a minute from one address, of each of two kinds. It is the default of the backend. */
const CALLS_PER_MINUTE = 120;
const KINDS = 2;

/** The goals that a flood has missed, a sentence each. */
export function missedGoals(result: FloodResult): string[] {
  const { before, after, peakBytes, serviceCalls, floodSeconds, quiet, flooded } = result;
  const grown = after.entries - before.entries;
  // As many as in a minute pass at once.
  const mostCalls = KINDS * CALLS_PER_MINUTE * (1 + Math.ceil(floodSeconds / 60));
  const checks: [boolean, string][] = [
    [grown <= 0, `The store has grown by ${grown} entries.`],
    [
      peakBytes < MAX_BYTES,
      `The process used ${megabytes(peakBytes)}, not less than ${megabytes(MAX_BYTES)}.`,
    ],
    [serviceCalls <= mostCalls, `${serviceCalls} calls reached the service, and not ${mostCalls}.`],
    [result.failures.length === 0, `Calls of the user failed: ${countsOf(result.failures)}.`],
    ...(['session', 'push'] as const).map((kind): [boolean, string] => [
      flooded[kind] <= MAX_SLOWDOWN * quiet[kind],
      `The p99 of a ${kind} is ${(flooded[kind] / quiet[kind]).toFixed(1)} times that of a quiet server.`,
    ]),
  ];
  return checks.filter(([isMet]) => !isMet).map(([, sentence]) => sentence);
}

/** Rounded, for people. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const countsOf = (texts: readonly string[]) =>
  Array.from(Map.groupBy(texts, String), ([text, { length }]) => `${text} ${length} times`).join();
