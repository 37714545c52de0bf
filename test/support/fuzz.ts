import type fc from 'fast-check';

/** The environment; in a browser, what `web-test-runner.config.js` writes in of it. */
const { env = {} } = (globalThis as { process?: { env?: Record<string, string | undefined> } })
  .process ?? { env: {} };

const times = () => Number(env.FUZZ_TIMES ?? 1);

/** After how long a test that hangs has failed, in milliseconds. */
export const timeLimitMs = () => 120_000 * times();

/**
 * Returns the parameters with which fast-check tries a property.
 *
 * @param runs how often; `FUZZ_TIMES` times as often where that is set. `FUZZ_SEED` repeats the cases of a run that failed: its message has the seed
 */
export function tries<Values = unknown>(runs: number): fc.Parameters<Values> {
  const { FUZZ_SEED: seed } = env;
  return {
    numRuns: Math.ceil(runs * times()),
    ...(seed && { seed: Number(seed) }),
    // Mutation testing asks whether a case fails, not which is the smallest one.
    ...(times() < 1 && { endOnFailure: true }),
    // Not every runner shows a cause.
    includeErrorInReport: true,
  };
}
