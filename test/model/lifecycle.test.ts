import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isOpen,
  isWaiting,
  markAttempt,
  mergeMark,
  requestOutcome,
  retryDelayMs,
  settleReport,
} from '../../src/browser/endlink/lifecycle.ts';
import type { Answer } from '../../src/browser/endlink/lifecycle.ts';
import type { EndlinkRecord, OpenRecord, WaitingRecord } from '../../src/browser/endlink/record.ts';
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
    for (const state of ['accepted', 'confirmed', 'rejected'] as const) {
      const settled = markOf({ state, result: state, status: 200 });
      assert.deepEqual(mergeMark(openRecord(), settled), { ...openRecord(), ...settled });
    }
    const refused = markOf({ state: 'unknown', result: 'unknown', probablyRecorded: true });
    assert.ok(!isOpen(mergeMark(openRecord(), refused)));
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
      result: undefined,
    });
  });
});

describe('settleReport', () => {
  const settle = (answer: Answer, fields: Partial<OpenRecord> = {}) => {
    const { state, ambiguous, probablyRecorded } = settleReport(openRecord(fields), answer);
    return { state, ambiguous, probablyRecorded };
  };
  const was = (state: string, ambiguous = false, probablyRecorded = false) => ({
    state,
    ambiguous,
    probablyRecorded,
  });

  it('keeps status and body, counts the attempt and clears an earlier misconfiguration', () => {
    const record = openRecord({ attempts: 4, misconfigured: true });
    assert.deepEqual(settleReport(record, { status: 422, body: 'used' }), {
      ...record,
      attempts: 5,
      state: 'rejected',
      result: 'rejected',
      status: 422,
      body: 'used',
      ambiguous: false,
      probablyRecorded: false,
      misconfigured: false,
    });
  });

  it('confirms on every 2xx status and on no other', () => {
    for (const status of [200, 204, 299]) assert.deepEqual(settle({ status }), was('confirmed'));
    for (const status of [100, 199, 300, 302]) {
      assert.deepEqual(settle({ status }), was('unknown', true));
    }
  });

  it('is accepted when the own server has taken the outcome over', () => {
    assert.deepEqual(settle({ status: 202, isAccepted: true }), was('accepted'));
  });

  it('rejects on a 4xx status that no ambiguous attempt preceded', () => {
    for (const status of [400, 404, 422, 499])
      assert.deepEqual(settle({ status }), was('rejected'));
  });

  it('assumes that the report is recorded when a 4xx status follows an ambiguous attempt', () => {
    for (const status of [400, 422, 499]) {
      assert.deepEqual(settle({ status }, { ambiguous: true }), was('unknown', true, true));
    }
  });

  it('stays unknown and ambiguous where the request may have been processed', () => {
    for (const status of [0, 408, 500, 503, 599]) {
      assert.deepEqual(settle({ status }), was('unknown', true));
    }
  });

  it('stays unknown but not ambiguous where the request was not processed', () => {
    for (const answer of [{ status: 425 }, { status: 429 }, { status: 0, isUnsent: true }]) {
      assert.deepEqual(settle(answer), was('unknown'));
      assert.deepEqual(settle(answer, { ambiguous: true }), was('unknown', true));
    }
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
