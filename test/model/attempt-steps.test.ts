import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  attemptOnLeave,
  attemptReport,
  synchronizeReport,
} from '../../src/browser/endlink/attempt.ts';
import type { Answer, Mark } from '../../src/browser/endlink/lifecycle.ts';
import type { EndlinkRecord, SettledRecord } from '../../src/browser/endlink/record.ts';
import { takeSteps } from '../../src/browser/endlink/take-steps.ts';
import type { AttemptContext } from '../../src/browser/endlink/take-steps.ts';
import { CAPTURED, markOf, openRecord } from './records.ts';

interface Setup {
  record?: EndlinkRecord | undefined;
  mark?: Mark | undefined;
  /** What the tab has stored when the answer comes, if the page changes it meanwhile. */
  recordAtAnswer?: EndlinkRecord;
  answer?: Answer;
  wasLeft?: boolean;
}

/** One tab, and every step that an attempt takes in it. */
function openTab({ record, mark, recordAtAnswer, answer = { status: 500 }, wasLeft }: Setup) {
  const steps: string[] = [];
  const tab = { record, mark, steps, waitsForOtherTab: 0 };
  const context: AttemptContext = {
    lock: async (run) => {
      steps.push('lock');
      const result = await run();
      steps.push('unlock');
      return result;
    },
    read: () => ({ record: tab.record, mark: tab.mark }),
    wait: () => {
      tab.waitsForOtherTab += 1;
      return Promise.resolve();
    },
    record: (next) => {
      steps.push(`record ${String(next.outcome)} ${next.state}`);
      tab.record = next;
    },
    mark: (next) => {
      steps.push(`mark ${next.outcome} ${next.attempts}`);
      tab.mark = next;
    },
    send: ({ outcome, attempts }) => {
      steps.push(`send ${outcome} ${attempts}`);
      tab.record = recordAtAnswer ?? tab.record;
      return Promise.resolve({ answer, wasLeft });
    },
  };
  return { tab, steps, context };
}

describe('attemptReport', () => {
  it('stores that a request leaves before it sends one, and what the answer means before it gives the lock back', async () => {
    const { steps, context } = openTab({ record: openRecord() });
    assert.deepEqual(await takeSteps(attemptReport(), context), { status: 500 });
    assert.deepEqual(steps, [
      'lock',
      'record complete reporting',
      'record complete reporting',
      'mark complete 1',
      'send complete 1',
      'record complete unknown',
      'mark complete 1',
      'unlock',
    ]);
  });

  it('keeps the way that the page chose while the request was in flight', async () => {
    const recordAtAnswer = openRecord({ attempts: 1, ambiguous: true, via: 'redirect' });
    const { tab, context } = openTab({ record: openRecord({ via: 'fetch' }), recordAtAnswer });
    await takeSteps(attemptReport(), context);
    assert.ok(tab.record?.outcome);
    assert.equal(tab.record.via, 'redirect');
  });

  it('keeps the history entries that were noted while the request was in flight', async () => {
    const recordAtAnswer = openRecord({ attempts: 1, ambiguous: true, entries: ['1', '2'] });
    const { tab, context } = openTab({ record: openRecord({ entries: ['1'] }), recordAtAnswer });
    await takeSteps(attemptReport(), context);
    assert.deepEqual(tab.record?.entries, ['1', '2']);
  });

  for (const [name, later, expected] of [
    ['was confirmed', { state: 'confirmed', result: 'confirmed' }, { state: 'confirmed' }],
    [
      'was confirmed by the request that it sent first',
      { state: 'confirmed', result: 'confirmed', attempts: 1 },
      { state: 'confirmed' },
    ],
    ['is in flight', { state: 'reporting' }, { state: 'unknown', probablyRecorded: true }],
    [
      'has no answer',
      { state: 'unknown', result: 'unknown' },
      { state: 'unknown', probablyRecorded: true },
    ],
  ] as const)
    it(`takes a refusal for no refusal where the request of a later page of the tab ${name}, and no mark can be stored`, async () => {
      const sent = { attempts: 2, ambiguous: true, probablyRecorded: false };
      const recordAtAnswer = { ...openRecord(sent), ...later } as EndlinkRecord;
      const tab = openTab({ record: openRecord(), recordAtAnswer, answer: { status: 422 } });
      tab.context.mark = () => undefined;
      await takeSteps(attemptReport(), tab.context);
      const { state, probablyRecorded } = tab.tab.record as SettledRecord;
      assert.deepEqual({ state, probablyRecorded }, { probablyRecorded: false, ...expected });
    });

  for (const [name, canMark, isRejected] of [
    ['takes a refusal for no refusal', false, false],
    ['takes a refusal for one', true, true],
  ] as const)
    it(`${name} where the page was left meanwhile, and a mark ${canMark ? 'shows that nobody else has sent' : 'cannot be stored'}`, async () => {
      const tab = openTab({ record: openRecord(), answer: { status: 422 }, wasLeft: true });
      if (!canMark) tab.context.mark = () => undefined;
      await takeSteps(attemptReport(), tab.context);
      assert.equal(tab.tab.record?.state, isRejected ? 'rejected' : 'unknown');
    });

  it('asks the buyer’s server that has accepted the outcome, and leaves it accepted where no answer can be read', async () => {
    const record: EndlinkRecord = { ...openRecord({ attempts: 1 }), state: 'accepted' };
    const { tab, steps, context } = openTab({ record, answer: { status: 0 } });
    await takeSteps(attemptReport('ask'), context);
    assert.deepEqual(steps, [
      'lock',
      'record complete accepted',
      'record complete accepted',
      'mark complete 2',
      'send complete 2',
      'record complete accepted',
      'mark complete 2',
      'unlock',
    ]);
    assert.equal(tab.mark?.state, 'accepted');
  });

  it('sends nothing where the buyer’s server has accepted the outcome in another tab meanwhile', async () => {
    const mark = markOf({ state: 'accepted', result: 'accepted', outcome: 'complete' });
    for (const kind of ['direct', 'relay'] as const) {
      const { tab, steps, context } = openTab({ record: openRecord(), mark });
      assert.equal(await takeSteps(attemptReport(kind), context), undefined);
      assert.deepEqual(steps, ['lock', 'record complete accepted', 'unlock']);
      assert.equal(tab.record?.state, 'accepted');
    }
  });

  it('asks nothing where another tab has learnt the result meanwhile', async () => {
    const record: EndlinkRecord = { ...openRecord({ attempts: 1 }), state: 'accepted' };
    const mark = markOf({ state: 'confirmed', result: 'confirmed', outcome: 'complete' });
    const { steps, context } = openTab({ record, mark });
    assert.equal(await takeSteps(attemptReport('ask'), context), undefined);
    assert.deepEqual(steps, ['lock', 'record complete confirmed', 'unlock']);
  });

  it('takes a refusal of an accepted outcome for one, although another tab has asked beside it', async () => {
    const record: EndlinkRecord = { ...openRecord({ attempts: 1 }), state: 'accepted' };
    const recordAtAnswer: EndlinkRecord = { ...record, attempts: 3 };
    const { tab, context } = openTab({ record, recordAtAnswer, answer: { status: 409 } });
    await takeSteps(attemptReport('ask'), context);
    assert.equal(tab.record?.state, 'rejected');
  });

  it('sends nothing where another token has taken the place of this one', async () => {
    const { steps, context } = openTab({ mark: markOf({ result: 'unknown', state: 'unknown' }) });
    assert.equal(await takeSteps(attemptReport(), context), undefined);
    assert.deepEqual(steps, ['lock', 'unlock']);
  });
});

describe('synchronizeReport', () => {
  it('waits for another tab only where that tab has sent a request and stored no result', async () => {
    const inFlight = markOf();
    const unsent = markOf({ attempts: 0 });
    const finished = markOf({ state: 'confirmed', result: 'confirmed' });
    const waits = [];
    for (const mark of [inFlight, unsent, finished, undefined]) {
      const { tab, context } = openTab({ record: openRecord(), mark });
      await takeSteps(synchronizeReport(), context);
      waits.push(tab.waitsForOtherTab);
    }
    assert.deepEqual(waits, [1, 0, 0, 0]);
  });

  it('takes over the result of another tab and sends nothing', async () => {
    const mark = markOf({ state: 'confirmed', result: 'confirmed' });
    const { steps, context } = openTab({ record: openRecord(), mark });
    await takeSteps(synchronizeReport(), context);
    assert.deepEqual(steps, ['lock', 'record fail confirmed', 'unlock']);
  });
});

describe('attemptOnLeave', () => {
  it('stores that the request leaves, then sends it, without waiting for the lock', () => {
    const { steps, context } = openTab({ record: openRecord() });
    void takeSteps(attemptOnLeave(), context);
    assert.deepEqual(steps, ['record complete reporting', 'mark complete 1', 'send complete 1']);
  });

  it('sends nothing where a request of this tab or of another one has left', () => {
    for (const setup of [
      { record: openRecord({ attempts: 1, ambiguous: true }) },
      { record: openRecord(), mark: markOf() },
      { record: openRecord(), mark: markOf({ state: 'confirmed', result: 'confirmed' }) },
    ]) {
      const { steps, context } = openTab(setup);
      void takeSteps(attemptOnLeave(), context);
      assert.deepEqual(steps, []);
    }
  });

  it('sends nothing where the buyer’s server has accepted the outcome', () => {
    const record: EndlinkRecord = { ...openRecord(), state: 'accepted' };
    const { steps, context } = openTab({ record });
    void takeSteps(attemptOnLeave('relay'), context);
    assert.deepEqual(steps, []);
  });

  it('sends nothing where the token still waits for an outcome, or has been replaced', () => {
    for (const record of [{ ...CAPTURED, state: 'waiting' } as const, undefined]) {
      const { steps, context } = openTab({ record });
      void takeSteps(attemptOnLeave(), context);
      assert.deepEqual(steps, []);
    }
  });
});
