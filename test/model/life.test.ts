import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { asked, isOpen, left, met, settle } from '../../src/browser/endlink/life.ts';
import type { Answer } from '../../src/browser/endlink/life.ts';
import type { EndlinkRecord, RecordState } from '../../src/browser/endlink/record.ts';
import { OUTCOMES } from 'vaultlink/protocol';
import type { Outcome } from 'vaultlink/protocol';
import { tries } from '../support/fuzz.ts';

/**
 * Two tabs with the same token, taking the steps of `life.ts` in the order of `report.ts`, while pages die, requests and answers get lost, and
 * the service answers whatever it may. Web Locks let one of them at the token at a time, and free it when its page dies; what a tab wrote
 * (its record in sessionStorage, the mark in localStorage) outlives the page, and so does a request (`keepalive`).
 */
interface Tab {
  record: EndlinkRecord;
  /** Where its page is on the way of a report. `dead`: there is none until it is opened again. */
  phase: 'dead' | 'idle' | 'queued' | 'alone' | 'met' | 'sending';
  /** How the record stood when this page began. */
  before: RecordState;
  /** Whether an earlier request was unanswered when this one left. */
  wasAmbiguous: boolean | undefined;
}

interface Request {
  from: Tab | undefined;
  outcome: Outcome;
}

interface World {
  tabs: [Tab, Tab];
  mark: Partial<EndlinkRecord>;
  inFlight: Request[];
  /** Every outcome that a page asked for. */
  asked: Outcome[];
  /** Every request that left. */
  sent: Outcome[];
  /** The outcome that the service has counted; `elsewhere`: someone else had used the token before. */
  counted: Outcome | 'elsewhere' | undefined;
  /** How many requests had left when a tab wrote down that it was counted, or most likely so. */
  sentWhenDone: number | undefined;
}

const fresh = (): Tab => ({
  record: { token: 't', query: '', capturedAtMs: 1, state: 'waiting' },
  phase: 'idle',
  before: 'waiting',
  wasAmbiguous: undefined,
});

const newWorld = (): World => ({
  tabs: [fresh(), fresh()],
  mark: {},
  inFlight: [],
  asked: [],
  sent: [],
  counted: undefined,
  sentWhenDone: undefined,
});

/** What becomes of a request, and of the answer to it. */
type Fate =
  | 'counted'
  | 'answer lost'
  | 'lost'
  | 'not sent'
  | 408
  | 425
  | 429
  | 500
  | '500 after it was counted';

type Step =
  | { kind: 'report'; tab: 0 | 1; outcome: Outcome }
  | { kind: 'go on'; tab: 0 | 1 }
  | { kind: 'answer'; fate: Fate }
  | { kind: 'die'; tab: 0 | 1 }
  | { kind: 'open'; tab: 0 | 1 };

const write = (world: World, tab: Tab, news: Partial<EndlinkRecord>): void => {
  tab.record = { ...tab.record, ...news };
  const { state, probablyRecorded } = tab.record;
  if (state === 'confirmed' || probablyRecorded) world.sentWhenDone ??= world.sent.length;
};

const hasTheLock = ({ phase }: Tab) => phase === 'alone' || phase === 'met' || phase === 'sending';

function queue(tab: Tab): void {
  tab.before = tab.record.state;
  tab.phase = isOpen(tab.record) ? 'queued' : 'idle';
}

/** One step of a report on its way. */
function goOn(world: World, tab: Tab): void {
  switch (tab.phase) {
    case 'idle':
      // A retry, or the network came back.
      if (tab.record.outcome) queue(tab);
      return;
    case 'queued':
      if (!world.tabs.some(hasTheLock)) tab.phase = 'alone';
      return;
    case 'alone':
      write(world, tab, met(world.mark, tab.before));
      tab.phase = isOpen(tab.record) ? 'met' : 'idle';
      return;
    case 'met': {
      const { outcome } = tab.record;
      assert.ok(outcome);
      tab.wasAmbiguous = tab.record.ambiguous;
      write(world, tab, left(tab.record));
      world.mark = withoutToken(tab.record);
      tab.phase = 'sending';
      world.sent.push(outcome);
      assert.equal(tab.record.attempts, world.sent.length, 'attempts are counted wrong');
      world.inFlight.push({ from: tab, outcome });
    }
  }
}

const withoutToken = (record: EndlinkRecord): Partial<EndlinkRecord> => ({
  ...record,
  token: 't',
  query: '',
});

/** The oldest request in flight meets its fate. */
function answer(world: World, fate: Fate): void {
  const request = world.inFlight.shift();
  if (!request) return;
  const reached =
    fate === 'counted' || fate === 'answer lost' || fate === '500 after it was counted';
  const isFirst = world.counted === undefined;
  if (reached) world.counted ??= request.outcome;
  const reply: Answer =
    fate === 'counted'
      ? { status: isFirst ? 200 : 422 }
      : fate === 'not sent'
        ? { status: 0, unsent: true }
        : fate === '500 after it was counted'
          ? { status: 500 }
          : { status: typeof fate === 'number' ? fate : 0 };
  const { from: tab } = request;
  // The page that waited for it may be gone.
  if (tab?.phase !== 'sending') return;
  write(world, tab, settle(reply, tab.wasAmbiguous));
  world.mark = withoutToken(tab.record);
  tab.phase = 'idle';
}

function take(world: World, step: Step): void {
  if (step.kind === 'answer') {
    answer(world, step.fate);
    return;
  }
  const tab = world.tabs[step.tab];
  switch (step.kind) {
    case 'report':
      if (tab.phase === 'dead') return;
      world.asked.push(step.outcome);
      write(world, tab, asked(tab.record, tab.record.outcome ?? step.outcome));
      if (tab.phase === 'idle') queue(tab);
      return;
    case 'go on':
      goOn(world, tab);
      return;
    case 'die':
      // The request goes on without its page; nobody hears the answer.
      for (const request of world.inFlight) if (request.from === tab) request.from = undefined;
      tab.phase = 'dead';
      return;
    case 'open':
      if (tab.phase !== 'dead') return;
      tab.phase = 'idle';
      if (tab.record.outcome) queue(tab);
  }
}

/** What holds at every moment. */
function check(world: World): void {
  assert.ok(new Set(world.sent).size <= 1, `two outcomes left: ${world.sent.join()}`);
  for (const outcome of world.sent) assert.ok(world.asked.includes(outcome), 'nobody asked for it');
  const waiting = world.inFlight.filter(({ from }) => from);
  assert.ok(waiting.length <= 1, 'two pages have a request under way');
  assert.ok(world.tabs.filter(hasTheLock).length <= 1, 'two pages are at the token');
  for (const { record } of world.tabs) {
    if (record.state === 'confirmed') assert.equal(world.counted, record.outcome);
    if (record.state === 'rejected')
      assert.ok(
        world.counted === undefined || world.counted === 'elsewhere',
        'it was counted, and is said to be rejected',
      );
  }
  if (world.sentWhenDone !== undefined) {
    assert.equal(world.sent.length, world.sentWhenDone, 'sent again though it was counted');
  }
}

/** Everything that can go on goes on, with a network that works, until nothing changes. */
function calmDown(world: World): void {
  for (let round = 0; round < 40; round += 1) {
    for (const tab of [0, 1] as const) {
      take(world, { kind: 'open', tab });
      take(world, { kind: 'go on', tab });
    }
    take(world, { kind: 'answer', fate: 'counted' });
    check(world);
  }
}

const tab = fc.constantFrom(0 as const, 1 as const);
const fate = fc.constantFrom<Fate>(
  ...(['counted', 'answer lost', 'lost', 'not sent', '500 after it was counted'] as const),
  ...([408, 425, 429, 500] as const),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      tab,
      outcome: fc.constantFrom(...OUTCOMES),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('go on' as const), tab }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('answer' as const), fate }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('die' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('open' as const), tab }) },
);

describe('the life of a token in two tabs', () => {
  it('is denied where the service never had a request of ours before it refused', () => {
    const harmless = fc.constantFrom<Fate>('not sent', 425, 429);
    fc.assert(
      fc.property(fc.array(harmless, { maxLength: 8 }), tab, (fates, first) => {
        const world: World = { ...newWorld(), counted: 'elsewhere' };
        take(world, { kind: 'report', tab: first, outcome: 'complete' });
        for (const one of fates) {
          for (let steps = 0; steps < 4; steps += 1) take(world, { kind: 'go on', tab: first });
          take(world, { kind: 'answer', fate: one });
        }
        calmDown(world);
        const { state, probablyRecorded } = world.tabs[first].record;
        assert.deepEqual(
          { state, probablyRecorded: !!probablyRecorded },
          { state: 'rejected', probablyRecorded: false },
        );
      }),
      tries(1000),
    );
  });

  it('comes to one outcome, counted once and never denied, whatever happens on the way', (test) => {
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
    test.diagnostic(`seed ${seed}`);
    let confirmed = 0;
    let again = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 30 }), (steps) => {
        const world = newWorld();
        for (const one of steps) {
          take(world, one);
          check(world);
        }
        calmDown(world);
        const asks = world.tabs.filter(({ record }) => record.outcome);
        for (const { record } of asks) {
          // Told or shown: it was counted, or this browser is told that it most likely was.
          assert.equal(world.counted, record.outcome);
          assert.ok(record.state === 'confirmed' || record.probablyRecorded, record.state);
        }
        confirmed += asks.some(({ record }) => record.state === 'confirmed') ? 1 : 0;
        again += world.sent.length > 1 ? 1 : 0;
      }),
      { ...tries(100_000), seed },
    );
    // The sequences do get somewhere.
    assert.ok(confirmed > 1000 && again > 1000, `${confirmed} confirmed, ${again} sent again`);
  });
});
