import fc from 'fast-check';

/** What happens next to the replicas. */
export interface Step {
  /** `restart`: both in turn, each with SIGTERM. `kill`: one, without notice. */
  kind: 'restart' | 'kill';
  /** Which replica is killed, or restarted first. */
  replica: 0 | 1;
  /** How long the load goes on before. */
  pauseMs: number;
}

const MAX_PAUSE_MS = 1000;

/** The steps of a run, in random order. They depend on nothing but the parameters. */
export function drawSteps(restarts: number, kills: number, seed: number): Step[] {
  const kinds: Step['kind'][] = [
    ...new Array<'restart'>(restarts).fill('restart'),
    ...new Array<'kill'>(kills).fill('kill'),
  ];
  const orders = fc
    .tuple(
      fc.shuffledSubarray(kinds, { minLength: kinds.length }),
      fc.array(fc.record({ replica: fc.constantFrom(0, 1), pauseMs: fc.nat(MAX_PAUSE_MS) }), {
        minLength: kinds.length,
        maxLength: kinds.length,
      }),
    )
    .map(([order, details]) =>
      details.map((detail, index) => ({ ...detail, kind: order[index] ?? 'restart' })),
    );
  const [steps = []] = fc.sample(orders, { seed, numRuns: 1, unbiased: true });
  return steps;
}
