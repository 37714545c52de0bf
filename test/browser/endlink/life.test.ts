import type { EndlinkRecord } from '../../../src/browser/endlink/record.ts';
import type * as Life from '../../../src/browser/endlink/life.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import { load } from '../support/load.ts';

const { asked, isOpen, left, met, settle } = await load<typeof Life>('endlink/life.ts');

const ANSWERS_TO_TRY_AGAIN = [408, 425, 429];

/** No readable answer, and every status that there can be. */
const STATUSES = [0, ...Array.from({ length: 500 }, (_, index) => 100 + index)];

describe('a report that is asked for', () => {
  const waiting = { token: 't', query: '', capturedAtMs: 1, state: 'waiting' } as EndlinkRecord;

  it('locks its outcome, and leaves what has come to its end as it is', () => {
    const open = { ...waiting, outcome: 'fail' } as EndlinkRecord;
    const confirmed = { ...open, state: 'confirmed' } as EndlinkRecord;
    deepEqual(asked(open, 'fail'), { outcome: 'fail', state: 'reporting' });
    deepEqual(asked(confirmed, 'fail'), { outcome: 'fail', state: 'confirmed' });
    deepEqual(asked(waiting, undefined), { outcome: undefined, state: 'waiting' });
  });

  it('takes over what another tab sent, and how that ended', () => {
    const sent = { outcome: 'complete', state: 'reporting', attempts: 1, ambiguous: true } as const;
    deepEqual(met(sent, 'unknown'), { ...sent, state: 'unknown' });
    deepEqual(met({ ...sent, state: 'confirmed' }, 'unknown'), { ...sent, state: 'confirmed' });
    deepEqual(met({}, 'unknown'), {});
  });

  it('counts what leaves, and may have arrived from then on', () => {
    deepEqual(left(waiting), { attempts: 1, ambiguous: true });
    deepEqual(left({ ...waiting, attempts: 4 }), { attempts: 5, ambiguous: true });
  });

  it('has no result while a request is under way, so that another tab waits for one', () => {
    const before = { ...waiting, attempts: 1, ...settle({ status: 500 }, true) };
    equal(before.result, 'unknown');
    equal({ ...before, ...left(before) }.result, undefined);
  });
});

describe('an answer', () => {
  const isSuccess = (status: number) => status >= 200 && status <= 299;
  const isRefusal = (status: number) =>
    status >= 400 && status <= 499 && !ANSWERS_TO_TRY_AGAIN.includes(status);

  it('of 2xx confirms, of 4xx refuses, and of anything else leaves it unknown', () => {
    for (const status of STATUSES) {
      const expected = isSuccess(status) ? 'confirmed' : isRefusal(status) ? 'rejected' : 'unknown';
      for (const wasAmbiguous of [false, undefined]) {
        const { state, result, probablyRecorded } = settle({ status }, wasAmbiguous);
        equal(state, expected, String(status));
        equal(result, expected, String(status));
        ok(!probablyRecorded, `${status} follows nothing that may have been recorded`);
      }
    }
  });

  it('never refuses what an unanswered attempt may have recorded', () => {
    for (const status of STATUSES) {
      const { state, ambiguous, probablyRecorded } = settle({ status }, true);
      equal(state, isSuccess(status) ? 'confirmed' : 'unknown', String(status));
      equal(probablyRecorded, isRefusal(status), String(status));
      equal(ambiguous, true, String(status));
    }
  });

  it('makes what follows ambiguous where it may have been recorded all the same', () => {
    for (const [status, isAmbiguous] of [
      ...([0, 301, 408, 500, 502, 503, 504, 599] as const).map((one) => [one, true] as const),
      ...([200, 204, 400, 404, 409, 422, 425, 429] as const).map((one) => [one, false] as const),
    ]) {
      equal(settle({ status }, undefined).ambiguous, isAmbiguous, String(status));
    }
  });

  it('that is missing because nothing left makes nothing ambiguous, and forgets no ambiguity', () => {
    const { ambiguous, state } = settle({ status: 0, unsent: true }, false);
    deepEqual({ ambiguous, state }, { ambiguous: false, state: 'unknown' });
    equal(settle({ status: 0, unsent: true }, true).ambiguous, true);
  });

  it("keeps status and body for the buyer's log", () => {
    const { status, body } = settle({ status: 422, body: '{"errors":{"base":["used"]}}' }, false);
    deepEqual({ status, body }, { status: 422, body: '{"errors":{"base":["used"]}}' });
  });
});

describe('a record', () => {
  it('is open from its outcome on until a readable end', () => {
    const record = (news: Partial<EndlinkRecord>) => Boolean(isOpen(news));
    for (const state of ['reporting', 'unknown'] as const) {
      equal(record({ outcome: 'complete', state }), true, state);
      equal(record({ outcome: 'complete', state, probablyRecorded: true }), false, state);
      equal(record({ state }), false, state);
    }
    for (const state of ['confirmed', 'rejected'] as const) {
      equal(record({ outcome: 'complete', state }), false, state);
    }
    // What another version may have called its states.
    for (const state of ['unconfirmed', 'rejected_once'])
      equal(record({ outcome: 'complete', state: state as 'unknown' }), true, state);
    equal(record({}), false);
  });
});
