import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isAccepted,
  isOpen,
  isWaiting,
  markAttempt,
  mergeMark,
  requestOutcome,
  retryDelayMs,
} from '../../src/browser/endlink/lifecycle.ts';
import type {
  AcceptedRecord,
  EndlinkRecord,
  WaitingRecord,
} from '../../src/browser/endlink/record.ts';
import { CAPTURED, markOf, openRecord } from './records.ts';

const waiting: WaitingRecord = { ...CAPTURED, state: 'waiting', isExpiring: true };

const confirmed: EndlinkRecord = {
  ...openRecord({ attempts: 1, status: 200 }),
  state: 'confirmed',
};

describe('requestOutcome', () => {
  it('locks the outcome of a waiting record before any attempt', () => {
    const previous = { ...CAPTURED, token: 'older', state: 'waiting' as const };
    assert.deepEqual(requestOutcome({ ...waiting, previous }, 'screenout', 'relay'), {
      ...CAPTURED,
      previous,
      outcome: 'screenout',
      via: 'relay',
      attempts: 0,
      ambiguous: false,
      state: 'reporting',
    });
  });

  it('locks the outcome of an expired record as well', () => {
    assert.equal(
      requestOutcome({ ...CAPTURED, state: 'expired' }, 'fail', undefined).state,
      'reporting',
    );
  });

  it('keeps the locked outcome and what is known of its attempts', () => {
    const record = openRecord({ state: 'unknown', attempts: 3, ambiguous: true, via: 'relay' });
    const requested = requestOutcome(record, 'fail', undefined);
    assert.deepEqual(requested, { ...record, state: 'reporting' });
  });

  it('takes the way of the last request', () => {
    assert.equal(
      requestOutcome(openRecord({ via: 'fetch' }), 'complete', 'redirect').via,
      'redirect',
    );
  });

  it('does not reopen a report that is confirmed or probably recorded', () => {
    assert.equal(requestOutcome(confirmed, 'fail', 'redirect'), confirmed);
    const refused = openRecord({ state: 'unknown', probablyRecorded: true });
    assert.equal(requestOutcome(refused, 'complete', 'redirect'), refused);
  });
});

describe('mergeMark', () => {
  it('returns the record where no tab has sent anything', () => {
    const record = openRecord();
    assert.equal(mergeMark(record, undefined), record);
  });

  it('gives a waiting tab the outcome that another tab has sent', () => {
    const merged = mergeMark(waiting, markOf());
    assert.deepEqual(merged, { ...waiting, ...markOf() });
    assert.ok(isOpen(merged));
  });

  it('replaces an outcome that was not sent by the one that another tab has sent', () => {
    const record = openRecord({ via: 'relay' });
    assert.deepEqual(
      mergeMark(record, markOf({ state: 'unknown', result: 'unknown', status: 500 })),
      {
        ...record,
        outcome: 'fail',
        attempts: 2,
        ambiguous: true,
        ambiguousDirect: undefined,
      },
    );
  });

  it('keeps the larger number of attempts and remembers an ambiguous one', () => {
    const merged = mergeMark(
      openRecord({ attempts: 3, ambiguous: true }),
      markOf({ ambiguous: false }),
    );
    assert.ok(isOpen(merged));
    assert.deepEqual([merged.attempts, merged.ambiguous], [3, true]);
    const clear = mergeMark(openRecord(), markOf({ ambiguous: false }));
    assert.ok(isOpen(clear) && !clear.ambiguous);
  });

  it('takes over the result of another tab', () => {
    for (const state of ['confirmed', 'rejected'] as const) {
      const settled = markOf({ state, result: state, status: 200 });
      assert.deepEqual(mergeMark(openRecord(), settled), { ...openRecord(), ...settled });
    }
    const refused = markOf({ state: 'unknown', result: 'unknown', probablyRecorded: true });
    assert.ok(!isOpen(mergeMark(openRecord(), refused)));
  });

  it('makes an outcome accepted that the buyer’s server has accepted in another tab, and keeps the larger number of attempts', () => {
    const accepted = markOf({
      state: 'accepted',
      result: 'accepted',
      status: 202,
      ambiguous: false,
    });
    const record = openRecord({ state: 'unknown', attempts: 3, ambiguous: true, status: 0 });
    const merged = mergeMark(record, accepted);
    assert.deepEqual(merged, {
      ...{ ...record, ...accepted, attempts: 3 },
      ...{ ambiguous: false, ambiguousDirect: undefined },
    });
    assert.ok(isAccepted(merged) && !isOpen(merged));
  });

  it('keeps an accepted outcome accepted while another tab has it open', () => {
    const record: EndlinkRecord = { ...openRecord({ attempts: 1 }), state: 'accepted' };
    const merged = mergeMark(record, markOf({ state: 'unknown', result: 'unknown' }));
    assert.ok(isAccepted(merged));
    assert.deepEqual([merged.attempts, merged.ambiguous], [2, false]);
  });

  it('remembers in an accepted report that a request went to the service itself in either tab', () => {
    const direct = { ambiguous: true, ambiguousDirect: true };
    const accepted: EndlinkRecord = { ...openRecord(), state: 'accepted' };
    for (const merged of [
      mergeMark(accepted, markOf(direct)),
      mergeMark(openRecord(direct), markOf({ state: 'accepted', ambiguous: false })),
    ]) {
      assert.ok(isAccepted(merged));
      assert.deepEqual([merged.ambiguous, merged.ambiguousDirect], [true, true]);
    }
  });

  it('settles an accepted report that another tab has settled', () => {
    const accepted: EndlinkRecord = { ...openRecord(), state: 'accepted' };
    for (const mark of [
      markOf({ state: 'confirmed', result: 'confirmed' }),
      markOf({ state: 'rejected', result: 'rejected' }),
      markOf({ state: 'unknown', result: 'unknown', probablyRecorded: true }),
    ])
      assert.equal(mergeMark(accepted, mark).state, mark.state);
  });

  it('keeps a settled report settled while another tab still has it open', () => {
    const rejected: EndlinkRecord = { ...openRecord(), state: 'rejected' };
    assert.equal(mergeMark(rejected, markOf()), rejected);
  });

  it('keeps a confirmed report confirmed after another tab was refused', () => {
    const refused = markOf({ state: 'unknown', probablyRecorded: true });
    assert.equal(mergeMark(confirmed, refused), confirmed);
  });
});

describe('markAttempt', () => {
  it('counts the attempt, calls it ambiguous and forgets the result before', () => {
    const record = openRecord({ attempts: 1, result: 'unknown', state: 'unknown', status: 429 });
    assert.deepEqual(markAttempt(record), {
      ...record,
      attempts: 2,
      ambiguous: true,
      ambiguousDirect: true,
      result: undefined,
    });
  });

  it('knows of a request to the buyer’s server that it did not go to the service itself', () => {
    const attempted = markAttempt(openRecord(), 'relay');
    assert.deepEqual([attempted.ambiguous, attempted.ambiguousDirect], [true, false]);
    assert.equal(
      markAttempt({ ...attempted, ambiguousDirect: true }, 'relay').ambiguousDirect,
      true,
    );
  });

  it('makes nothing ambiguous by a question, and leaves the outcome accepted', () => {
    const record: AcceptedRecord = { ...openRecord({ attempts: 1 }), state: 'accepted' };
    const attempted = markAttempt(record, 'ask');
    assert.deepEqual(attempted, { ...record, attempts: 2, result: undefined });
  });
});

describe('isOpen', () => {
  it('is true for an outcome without a final answer only', () => {
    assert.ok(isOpen(openRecord()));
    assert.ok(isOpen(openRecord({ state: 'unknown', misconfigured: true })));
    assert.ok(!isOpen(openRecord({ state: 'unknown', probablyRecorded: true })));
    assert.ok(!isOpen(confirmed));
    assert.ok(!isOpen(waiting));
    assert.ok(!isOpen(undefined));
  });
});

describe('isWaiting', () => {
  it('is true as long as there is no outcome', () => {
    assert.ok(isWaiting(waiting));
    assert.ok(!isWaiting(openRecord()));
  });
});

describe('retryDelayMs', () => {
  const NOW_MS = Date.parse('2026-01-01T00:00:00Z');

  it('waits as long as the service asks, in seconds or until a date', () => {
    assert.equal(retryDelayMs(1, '120', NOW_MS), 120_000);
    assert.equal(retryDelayMs(1, 'Thu, 01 Jan 2026 00:00:07 GMT', NOW_MS), 7000);
    assert.equal(retryDelayMs(9, '3600', NOW_MS), 3_600_000);
  });

  it('ignores a Retry-After that is missing, malformed, above an hour, or not in the future', (test) => {
    test.mock.method(Math, 'random', () => 0);
    for (const retryAfter of [undefined, null, '', 'soon', '0', '-5', '3601']) {
      assert.equal(retryDelayMs(1, retryAfter, NOW_MS), 1000, String(retryAfter));
    }
    for (const date of ['Wed, 31 Dec 2025 23:59:00 GMT', 'Thu, 01 Jan 2026 00:00:00 GMT']) {
      assert.equal(retryDelayMs(1, date, NOW_MS), 1000, date);
    }
  });

  it('doubles the pause with each attempt up to a quarter of an hour, half of it random', (test) => {
    const random = test.mock.method(Math, 'random', () => 0);
    const shortest = [1, 2, 3, 10, 99].map((attempt) => retryDelayMs(attempt, null, NOW_MS));
    assert.deepEqual(shortest, [1000, 2000, 4000, 450_000, 450_000]);
    random.mock.mockImplementation(() => 1);
    const longest = [1, 2, 99].map((attempt) => retryDelayMs(attempt, null, NOW_MS));
    assert.deepEqual(longest, [2000, 4000, 900_000]);
  });
});
