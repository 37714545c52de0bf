import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOpen, settleReport } from '../../src/browser/endlink/lifecycle.ts';
import type { Answer } from '../../src/browser/endlink/lifecycle.ts';
import type { AcceptedRecord, OpenRecord } from '../../src/browser/endlink/record.ts';
import { openRecord } from './records.ts';

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
      ambiguousDirect: false,
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
    assert.deepEqual(settle({ status: 202, delivery: 'accepted' }), was('accepted'));
  });

  it('forgets an ambiguous attempt by relay once the buyer’s server has accepted the outcome, and none that went to the service itself', () => {
    const answer: Answer = { status: 202, delivery: 'accepted' };
    assert.deepEqual(settle(answer, { ambiguous: true }), was('accepted'));
    const direct = { ambiguous: true, ambiguousDirect: true };
    assert.deepEqual(settle(answer, direct), was('accepted', true));
  });

  it('rejects an outcome in whose place the buyer’s server has taken another one, also after an ambiguous attempt by relay', () => {
    const answer: Answer = { status: 409, delivery: 'taken' };
    assert.equal(settle(answer).state, 'rejected');
    assert.equal(settle(answer, { ambiguous: true }).state, 'rejected');
    const direct = { ambiguous: true, ambiguousDirect: true };
    assert.deepEqual(settle(answer, direct), was('unknown', true, true));
  });

  it('ends the report where the buyer’s server has ended its delivery without a result', () => {
    const answer: Answer = { status: 200, delivery: 'ended' };
    assert.deepEqual(settle(answer), was('unknown', true, true));
    assert.ok(!isOpen(settleReport(openRecord(), answer)));
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

describe('settleReport, of an answer to a question,', () => {
  const accepted: AcceptedRecord = {
    ...openRecord({ attempts: 2, status: 202, body: 'later' }),
    ...{ ambiguousDirect: false, state: 'accepted', result: 'accepted' },
  };
  const settle = (answer: Answer, fields: Partial<AcceptedRecord> = {}) =>
    settleReport({ ...accepted, ...fields }, answer, 'ask');

  it('leaves the outcome accepted, with its answer, where no answer can be read', () => {
    for (const answer of [
      ...[{ status: 0 }, { status: 0, isUnsent: true }, { status: 0, isRedirect: true }],
      ...[{ status: 408 }, { status: 425 }, { status: 429 }, { status: 500 }, { status: 503 }],
    ])
      assert.deepEqual(settle(answer), { ...accepted, attempts: 3 }, JSON.stringify(answer));
  });

  it('confirms, rejects and ends the report', () => {
    assert.equal(settle({ status: 200 }).state, 'confirmed');
    assert.equal(settle({ status: 409 }).state, 'rejected');
    assert.equal(settle({ status: 409, delivery: 'taken' }).state, 'rejected');
    const ended = settle({ status: 200, delivery: 'ended' });
    assert.deepEqual([ended.state, ended.probablyRecorded], ['unknown', true]);
  });

  it('assumes that the report is recorded when a refusal follows an ambiguous request to the service itself', () => {
    const direct = { ambiguous: true, ambiguousDirect: true };
    for (const answer of [{ status: 409 }, { status: 409, delivery: 'taken' } as const]) {
      const { state, probablyRecorded } = settle(answer, direct);
      assert.deepEqual([state, probablyRecorded], ['unknown', true]);
    }
  });
});
