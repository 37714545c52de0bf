import type * as Lifecycle from '../../../src/browser/endlink/lifecycle.ts';
import type { OpenRecord } from '../../../src/browser/endlink/record.ts';
import { deepEqual, equal } from '../support/assert.ts';
import { load } from '../support/load.ts';

const { isOpen, retryDelayMs, settleReport } = await load<typeof Lifecycle>('endlink/lifecycle.ts');

const OPEN: OpenRecord = {
  ...{ token: 't', query: '', capturedAtMs: 1, outcome: 'fail', attempts: 0 },
  ...{ ambiguous: false, state: 'reporting' },
};

describe('an answer', () => {
  const isSuccess = (status: number) => status >= 200 && status <= 299;
  const isRefusal = (status: number) =>
    status >= 400 && status <= 499 && ![408, 425, 429].includes(status);

  it('confirms with 2xx, refuses with 4xx unless something ambiguous came before, and is unknown otherwise', () => {
    for (const status of [0, ...Array.from({ length: 500 }, (_, index) => 100 + index)]) {
      for (const ambiguous of [false, true]) {
        const settled = settleReport({ ...OPEN, ambiguous }, { status });
        const rest = isRefusal(status) && !ambiguous ? 'rejected' : 'unknown';
        const note = `${status} ${ambiguous}`;
        equal(settled.state, isSuccess(status) ? 'confirmed' : rest, note);
        equal(settled.probablyRecorded, isRefusal(status) && ambiguous, note);
        equal(isOpen(settled), settled.state === 'unknown' && !settled.probablyRecorded, note);
      }
    }
  });

  it('makes what follows ambiguous where the service may have counted it', () => {
    for (const status of [0, 301, 408, 500, 503])
      equal(settleReport(OPEN, { status }).ambiguous, true, String(status));
    for (const status of [200, 404, 425, 429])
      equal(settleReport(OPEN, { status }).ambiguous, false, String(status));
    equal(settleReport(OPEN, { status: 0, isUnsent: true }).ambiguous, false);
  });
});

describe('the delay before the next attempt', () => {
  const { random } = Math;
  afterEach(() => {
    Math.random = random;
  });
  const nowMs = Date.UTC(2026, 0, 1, 12);

  it('doubles up to a quarter of an hour, and half of it is random', () => {
    for (const [attempt, leastMs] of [
      ...([
        [1, 1000],
        [2, 2000],
        [5, 16_000],
        [9, 256_000],
        [1000, 450_000],
      ] as const),
    ]) {
      Math.random = () => 0;
      equal(retryDelayMs(attempt, null, nowMs), leastMs);
      Math.random = () => 1;
      equal(retryDelayMs(attempt, null, nowMs), 2 * leastMs);
    }
  });

  it('is what the service asks for, in seconds or by a date, up to an hour', () => {
    const asked = ['1', '3600', 'Thu, 01 Jan 2026 12:00:30 GMT'];
    deepEqual(
      asked.map((text) => retryDelayMs(1, text, nowMs)),
      [1000, 3_600_000, 30_000],
    );
  });

  it('does not follow the past, the far future or nonsense', () => {
    Math.random = () => 0;
    for (const text of ['0', '-5', '3601', 'soon', '', 'Thu, 01 Jan 2026 11:59:59 GMT', undefined])
      equal(retryDelayMs(1, text, nowMs), 1000, text);
  });
});
