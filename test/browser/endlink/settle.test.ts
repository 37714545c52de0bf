import type { EndlinkRecord } from '../../../src/browser/endlink/record.ts';
import type * as Settling from '../../../src/browser/endlink/settle.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import { load } from '../support/load.ts';

const { isOpen, retryDelayMs, settle } = await load<typeof Settling>('endlink/settle.ts');

const ANSWERS_TO_TRY_AGAIN = [408, 425, 429];

/** No readable answer, and every status that there can be. */
const STATUSES = [0, ...Array.from({ length: 500 }, (_, index) => 100 + index)];

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
    equal(record({}), false);
  });
});

describe('the delay before the next attempt', () => {
  const { random } = Math;
  const now = Date.now;
  afterEach(() => {
    Math.random = random;
    Date.now = now;
  });

  it('doubles up to a minute, and half of it is random', () => {
    const bounds: [number, number, number][] = [
      [1, 1000, 2000],
      [2, 2000, 4000],
      [3, 4000, 8000],
      [5, 16_000, 32_000],
      [6, 30_000, 60_000],
      [1000, 30_000, 60_000],
    ];
    for (const [attempt, leastMs, mostMs] of bounds) {
      Math.random = () => 0;
      equal(retryDelayMs(attempt, null), leastMs, String(attempt));
      Math.random = () => 1;
      equal(retryDelayMs(attempt, null), mostMs, String(attempt));
    }
  });

  it('is what the service asks for, in seconds or by a date, up to an hour', () => {
    Date.now = () => Date.UTC(2026, 0, 1, 12);
    for (const [retryAfter, delayMs] of [
      ['1', 1000],
      ['120', 120_000],
      ['3600', 3_600_000],
      ['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
      ['Thu, 01 Jan 2026 13:00:00 GMT', 3_600_000],
    ] as const) {
      equal(retryDelayMs(1, retryAfter), delayMs, retryAfter);
    }
  });

  it('does not follow the past, the far future or nonsense', () => {
    Date.now = () => Date.UTC(2026, 0, 1, 12);
    Math.random = () => 0;
    for (const retryAfter of [
      ...['0', '-5', '3601', 'Infinity', '1e9', 'soon', '', ' ', null, undefined],
      ...['Thu, 01 Jan 2026 11:59:59 GMT', 'Thu, 01 Jan 2026 13:00:01 GMT'],
    ]) {
      equal(retryDelayMs(1, retryAfter), 1000, String(retryAfter));
    }
  });
});
