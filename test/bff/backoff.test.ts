import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBackoff } from '../../src/bff/backoff.ts';

const retries = [0, 1, 2, 3, 4, 5];

describe('the backoff between retries', () => {
  it('doubles each pause up to the longest one', () => {
    const pauseMs = createBackoff({ firstMs: 100, longestMs: 1000, fixedPart: 1 });
    assert.deepEqual(
      retries.map((retry) => pauseMs(retry)),
      [100, 200, 400, 800, 1000, 1000],
    );
  });

  it('makes all of a pause random where no part of it is fixed', () => {
    const pauseMs = createBackoff({ firstMs: 100, longestMs: 1000, fixedPart: 0 });
    assert.equal(
      pauseMs(3, () => 0),
      0,
    );
    assert.equal(
      pauseMs(3, () => 0.25),
      200,
    );
  });

  it('waits the fixed part of a pause in any case', () => {
    const pauseMs = createBackoff({ firstMs: 100, longestMs: 1000, fixedPart: 0.5 });
    assert.equal(
      pauseMs(1, () => 0),
      100,
    );
    assert.equal(
      pauseMs(1, () => 0.5),
      150,
    );
  });

  it('gives two callers different pauses by itself', () => {
    const pauseMs = createBackoff({ firstMs: 1e9, longestMs: 1e9, fixedPart: 0 });
    assert.notEqual(pauseMs(0), pauseMs(0));
  });

  it('stays at the longest pause after any number of retries', () => {
    const pauseMs = createBackoff({ firstMs: 100, longestMs: 1000, fixedPart: 1 });
    assert.equal(pauseMs(100_000), 1000);
  });
});
