import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VaultError } from 'vaultlink/protocol';
import type { OutboxRow } from 'vaultlink/bff';
import { asUnsent } from '../../../src/bff/service/request.ts';
import {
  answered,
  answerOf,
  begun,
  LAST_REQUEST_AFTER_MS,
  postponed,
  settled,
  takenOver,
} from '../../../src/bff/outcomes/transitions.ts';

const NOW_MS = 1_000_000;
const HOUR_MS = 3_600_000;

const rowOf = (changed: Partial<OutboxRow> = {}): OutboxRow => ({
  ...{ key: 'k', kind: 'outcome', name: 'complete', state: 'sending', payload: 'k1.sealed' },
  ...{ isAnonymous: false, isUnapproved: false, isAmbiguous: false },
  ...{ acceptedAtMs: NOW_MS, expiresAtMs: NOW_MS + HOUR_MS, dueAtMs: NOW_MS, begun: 1, ended: 0 },
  ...changed,
});

describe('the answer of the service to an outcome', () => {
  for (const [code, status, kind] of [
    ['outcome_rejected', 422, 'refused'],
    ['rate_limited', 429, 'undecided'],
    ['outcome_unknown', 500, 'unknown'],
    ['outcome_unknown', undefined, 'unknown'],
  ] as const) {
    it(`is ${kind} for the error ${code} with ${status ?? 'no'} status`, () => {
      const error = new VaultError(code, 'No.', {
        ...(status && { status }),
        retryAfterSeconds: 7,
      });
      assert.deepEqual(answerOf(error), { kind, status, retryAfterSeconds: 7 });
    });
  }

  it('is undecided if the request was certainly never sent', () => {
    const error = asUnsent(new VaultError('outcome_unknown', 'No.'));
    assert.equal(answerOf(error).kind, 'undecided');
  });

  it('is confirmed without an error, and unknown for an error that nobody expects', () => {
    assert.deepEqual(answerOf(undefined), { kind: 'confirmed' });
    assert.deepEqual(answerOf(new Error('out of memory')), { kind: 'unknown' });
  });
});

describe('a row after an answer', () => {
  for (const [isAmbiguous, kind, state] of [
    [false, 'confirmed', 'confirmed'],
    [true, 'confirmed', 'confirmed'],
    [false, 'refused', 'rejected'],
    [true, 'refused', 'probably_recorded'],
    [false, 'undecided', 'waiting'],
    [true, 'undecided', 'unknown'],
    [false, 'unknown', 'unknown'],
    [true, 'unknown', 'unknown'],
  ] as const) {
    it(`is ${state} after ${kind}, if an earlier request may${isAmbiguous ? '' : ' not'} have been counted`, () => {
      const row = answered(rowOf({ isAmbiguous }), { kind }, NOW_MS);
      assert.equal(row.state, state);
      assert.equal(row.isAmbiguous, isAmbiguous || kind === 'unknown');
      assert.equal(row.ended, 1);
      assert.equal(row.settledAtMs !== undefined, ['confirmed', 'refused'].includes(kind));
    });
  }

  it('is tried again after the pause that the service asks for', () => {
    const row = answered(rowOf(), { kind: 'undecided', retryAfterSeconds: 90 }, NOW_MS);
    assert.equal(row.dueAtMs, NOW_MS + 90_000);
  });

  it('is tried after half of the time that it has waited, up to all of it', () => {
    for (const waitedMs of [1000, 10_000, 100_000]) {
      const nowMs = NOW_MS + waitedMs;
      const pauseMs = postponed(rowOf(), nowMs).dueAtMs - nowMs;
      assert.ok(pauseMs >= waitedMs / 2 && pauseMs <= waitedMs + 1000, `${waitedMs}: ${pauseMs}`);
    }
  });

  it('is tried once more before its hour is over where the pause would go beyond it', () => {
    const nowMs = NOW_MS + HOUR_MS - 60_000;
    assert.equal(postponed(rowOf(), nowMs, 300).dueAtMs, NOW_MS + HOUR_MS - 10_000);
  });

  it('is tried once more after its hour, and is undelivered then', () => {
    const nowMs = NOW_MS + HOUR_MS - 1;
    const last = postponed(rowOf(), nowMs);
    assert.equal(last.dueAtMs, NOW_MS + HOUR_MS + LAST_REQUEST_AFTER_MS);
    const ended = answered(last, { kind: 'unknown' }, last.dueAtMs);
    assert.deepEqual([ended.state, ended.settledAtMs], ['undelivered', last.dueAtMs]);
  });

  it('waits at most five minutes, however long the service asks for, and never less than its own pause', () => {
    const long = answered(rowOf(), { kind: 'undecided', retryAfterSeconds: 7200 }, NOW_MS);
    assert.equal(long.dueAtMs, NOW_MS + 300_000);
    const none = answered(rowOf(), { kind: 'undecided', retryAfterSeconds: 0 }, NOW_MS);
    assert.ok(none.dueAtMs > NOW_MS);
  });

  it('is tried once more although its hour was over when it came', () => {
    const late = rowOf({ expiresAtMs: NOW_MS });
    const failed = answered(late, { kind: 'unknown' }, NOW_MS + 1000);
    assert.deepEqual([failed.state, failed.dueAtMs], ['unknown', NOW_MS + LAST_REQUEST_AFTER_MS]);
  });

  it('is due at a whole millisecond, also where the clock has none', () => {
    assert.ok(Number.isInteger(postponed(rowOf(), NOW_MS + 0.3).dueAtMs));
    assert.ok(Number.isInteger(postponed(rowOf(), NOW_MS, 0.0123).dueAtMs));
  });

  it('is not tried sooner when the clock was set back', () => {
    const nowMs = NOW_MS - HOUR_MS;
    assert.ok(postponed(rowOf(), nowMs).dueAtMs > nowMs);
  });
});

describe('a row that is taken over', () => {
  it('may have been counted if its process died while a request was out, and else is as it was', () => {
    assert.deepEqual(takenOver(rowOf()), rowOf({ state: 'unknown', isAmbiguous: true }));
    for (const state of ['waiting', 'unknown'] as const)
      assert.deepEqual(takenOver(rowOf({ state })), rowOf({ state }));
  });

  it('counts a request before it leaves', () => {
    assert.deepEqual(begun(rowOf({ state: 'waiting' })), rowOf({ begun: 2 }));
  });
});

describe('a row that is settled', () => {
  for (const [isAnonymous, state, keeps] of [
    [true, 'confirmed', true],
    [true, 'rejected', false],
    [true, 'probably_recorded', false],
    [true, 'undelivered', false],
    [true, 'refused', false],
    [false, 'confirmed', true],
    [false, 'rejected', true],
    [false, 'undelivered', true],
  ] as const) {
    it(`${keeps ? 'keeps' : 'loses'} its payload if it is ${state} and ${isAnonymous ? 'a stranger' : 'the host'} brought it`, () => {
      const row = settled(rowOf({ isAnonymous }), state, NOW_MS);
      assert.equal(row.payload !== undefined, keeps);
      assert.deepEqual([row.state, row.settledAtMs], [state, NOW_MS]);
    });
  }
});
