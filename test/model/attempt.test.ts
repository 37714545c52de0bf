import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { OUTCOMES } from 'vaultlink/protocol';
import { tries } from '../support/fuzz.ts';
import { FATE_NAMES } from './fates.ts';
import type { FateName } from './fates.ts';
import { World } from './world.ts';
import type { Step } from './tab.ts';

const tab = fc.nat({ max: 5 });
const request = fc.nat({ max: 5 });
const fate = fc.constantFrom(...FATE_NAMES);
const outcome = fc.constantFrom(...OUTCOMES);
const via = fc.constantFrom(undefined, 'relay' as const, 'relay' as const);
const afterCalls = fc.nat({ max: 9 });

const stepOf = <Kind extends string, Fields>(
  kind: Kind,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => fc.record({ kind: fc.constant(kind), ...fields });

const step = fc.oneof(
  { weight: 3, arbitrary: stepOf('report', { tab, outcome, via }) },
  { weight: 8, arbitrary: stepOf('proceed', { tab }) },
  { weight: 4, arbitrary: stepOf('process', { request, fate }) },
  { weight: 4, arbitrary: stepOf('answer', { request }) },
  { weight: 2, arbitrary: stepOf('open', { tab }) },
  { weight: 1, arbitrary: stepOf('giveUp', { tab }) },
  { weight: 1, arbitrary: stepOf('leave', { tab }) },
  { weight: 1, arbitrary: stepOf('synchronize', { tab }) },
  { weight: 1, arbitrary: stepOf('duplicate', { tab }) },
  { weight: 1, arbitrary: stepOf('crash', { tab, afterCalls }) },
) as fc.Arbitrary<Step>;
const steps = fc.array(step, { minLength: 4, maxLength: 30 });

/** Counts how the reports end, to prove that the sequences reach every end. */
const countEnds = () =>
  new Map(
    ['confirmed', 'probablyRecorded', 'rejected', 'accepted', 'sent again'].map((end) => [end, 0]),
  );

async function play(
  world: World,
  sequence: readonly Step[],
  ends: Map<string, number>,
): Promise<void> {
  for (const one of sequence) await world.take(one);
  await world.calmDown();
  for (const record of world.records()) {
    if (record.outcome === undefined) continue;
    const end = record.probablyRecorded ? 'probablyRecorded' : record.state;
    assert.ok(end !== 'accepted' && ends.has(end), `the report ends ${end}`);
    if (world.network.counted !== 'elsewhere') assert.equal(world.network.counted, record.outcome);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  if (world.network.acceptedCount > 0) ends.set('accepted', (ends.get('accepted') ?? 0) + 1);
  if (world.network.sent.length > 1) ends.set('sent again', (ends.get('sent again') ?? 0) + 1);
}

describe('attemptReport', () => {
  it('sends one outcome from several tabs until it is counted once, whatever crashes or gets lost', async (test) => {
    const options = tries<[Step[], boolean]>(100_000);
    const { numRuns = 0 } = options;
    const seed = options.seed ?? Date.now() % 2 ** 31;
    test.diagnostic(`seed ${seed}`);
    const ends = countEnds();
    const isUsed = fc.constantFrom(false, false, false, true);
    await fc.assert(
      fc.asyncProperty(steps, isUsed, (sequence, used) =>
        play(new World({ isUsed: used }), sequence, ends),
      ),
      { ...options, seed },
    );
    for (const [end, count] of ends)
      assert.ok(count > numRuns / 100, `only ${count} sequences reach ${end}`);
  });

  it('sends one outcome until it is counted once in a tab without localStorage', async () => {
    const ends = countEnds();
    await fc.assert(
      fc.asyncProperty(steps, (sequence) =>
        play(new World({ tabs: 1, hasMark: false }), sequence, ends),
      ),
      tries(10_000),
    );
  });

  it('ends rejected where the service processed no request before it refused one', async () => {
    const unprocessed = fc.constantFrom<FateName>('unsent', 'tooEarly', 'tooMany');
    const fates = fc.array(unprocessed, { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fates, tab, async (before, index) => {
        const world = new World({ isUsed: true });
        await world.take({ kind: 'report', tab: index, outcome: 'complete' });
        for (const one of before) {
          await world.take({ kind: 'proceed', tab: index });
          await world.take({ kind: 'process', request: 0, fate: one });
          await world.take({ kind: 'answer', request: 0 });
          await world.take({ kind: 'proceed', tab: index });
        }
        await world.calmDown();
        const record = world.records()[index % 2];
        assert.ok(record?.state === 'rejected' && !record.probablyRecorded, record?.state);
      }),
      tries(1000),
    );
  });
});
