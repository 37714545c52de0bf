import fc from 'fast-check';
import { OUTCOMES } from '../../src/protocol/index.ts';
import type { Outcome } from '../../src/protocol/index.ts';
import { areTogether, FAULT_NAMES, needsButton, needsFetch } from './faults.ts';
import type { FaultName } from './faults.ts';

/** How the last page of a survey comes to report. */
const ENTRIES = ['attribute', 'element', 'button'] as const;

/** By which way. */
const WAYS = ['fetch', 'redirect', 'relay'] as const;

/** All that is left to chance in one run. */
export interface Plan {
  outcome: Outcome;
  /** What a second finish page asks for. */
  other: Outcome;
  entry: (typeof ENTRIES)[number];
  way: (typeof WAYS)[number];
  /** How many pages the seller passes from the landing to the finish page. */
  hops: number;
  /** In the order in which they strike. Empty: nothing goes wrong. */
  faults: FaultName[];
  /** Choose what the seller does next, and which variety of a fault strikes. */
  choices: number[];
  /** Whether the seller goes to the marketplace where nothing else helps. */
  leaves: boolean;
}

const plans: fc.Arbitrary<Plan> = fc
  .record({
    outcome: fc.constantFrom(...OUTCOMES),
    other: fc.constantFrom(...OUTCOMES),
    entry: fc.constantFrom(...ENTRIES),
    way: fc.constantFrom(...WAYS, 'fetch' as const),
    hops: fc.nat(2),
    // `undefined` first: nothing goes wrong.
    faults: fc.uniqueArray(fc.constantFrom(...FAULT_NAMES, undefined), {
      ...{ minLength: 1, maxLength: 4 },
    }),
    choices: fc.array(fc.nat(0xffff), { minLength: 24, maxLength: 24 }),
    leaves: fc.boolean(),
  })
  .map(({ faults, ...plan }) => {
    const kept: FaultName[] = [];
    // The first one is kept in any case, so that every class has its share.
    for (const name of faults[0] ? faults : [])
      if (name && kept.every((one) => areTogether(one, name))) kept.push(name);
    return {
      ...{ ...plan, faults: kept },
      entry: needsButton(kept) ? 'button' : plan.entry,
      way: needsFetch(kept) && plan.way === 'redirect' ? 'fetch' : plan.way,
    };
  });

/** The plan of one run: it depends on nothing but these two numbers. */
export function planOf(seed: number, run: number): Plan {
  const [plan] = fc.sample(plans, {
    seed: (seed + Math.imul(run, 0x9e3779b1)) | 0,
    numRuns: 1,
    unbiased: true,
  });
  if (!plan) throw new Error('fast-check made no plan.');
  return plan;
}
