import type * as Retry from '../../../src/browser/endlink/retry.ts';
import { equal } from '../support/assert.ts';
import { load } from '../support/load.ts';

const { retryDelayMs } = await load<typeof Retry>('endlink/retry.ts');

describe('the delay before the next attempt', () => {
  const { random } = Math;
  const now = Date.now;
  afterEach(() => {
    Math.random = random;
    Date.now = now;
  });

  it('doubles up to a quarter of an hour, and half of it is random', () => {
    const bounds: [number, number, number][] = [
      [1, 1000, 2000],
      [2, 2000, 4000],
      [3, 4000, 8000],
      [5, 16_000, 32_000],
      [9, 256_000, 512_000],
      [10, 450_000, 900_000],
      [1000, 450_000, 900_000],
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
