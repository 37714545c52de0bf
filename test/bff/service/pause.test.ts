import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VaultError } from 'vaultlink/protocol';
import { createPause, createTokenPauses } from '../../../src/bff/service/pause.ts';

const busy = (retryAfterSeconds: number | undefined, status = 429) =>
  new VaultError('rate_limited', 'Slow down.', { status, retryAfterSeconds });

describe('a pause', () => {
  for (const [what, error, seconds] of [
    ['a 429 with Retry-After', busy(60), 60],
    [
      'a 503 with Retry-After',
      new VaultError('service_error', 'Later.', { status: 503, retryAfterSeconds: 7 }),
      7,
    ],
    ['a 429 with a Retry-After of an hour', busy(3600), 300],
    ['a 429 without Retry-After', busy(undefined), 0],
    ['a 429 with Retry-After 0', busy(0), 0],
    [
      'a 500 with Retry-After',
      new VaultError('service_error', 'No.', { status: 500, retryAfterSeconds: 60 }),
      0,
    ],
    [
      'a limit of this backend',
      new VaultError('rate_limited', 'No.', { retryAfterSeconds: 60 }),
      0,
    ],
    ['an error of the host', new Error('No.'), 0],
  ] as const) {
    it(`lasts ${seconds} seconds after ${what}`, () => {
      const pause = createPause(() => 1000);
      pause.noteError(error);
      assert.equal(pause.leftMs(), seconds * 1000);
    });
  }

  it('is not shortened by a later answer that asks for less', () => {
    const pause = createPause(() => 1000);
    pause.noteError(busy(60));
    pause.noteError(busy(5));
    pause.noteError(busy(undefined));
    assert.equal(pause.leftMs(), 60_000);
  });

  it('sends nothing until it is over, and then sends again', async () => {
    const clock = { ms: 0 };
    const pause = createPause(() => clock.ms);
    let sent = 0;
    const send = () => pause.run(() => Promise.resolve((sent += 1)));
    pause.noteError(busy(2));
    await assert.rejects(send, { code: 'rate_limited', retryAfterSeconds: 2 });
    clock.ms = 1999;
    await assert.rejects(send, { code: 'rate_limited', retryAfterSeconds: 1 });
    assert.equal(sent, 0);
    clock.ms = 2000;
    assert.equal(await send(), 1);
  });
});

describe('the pauses of tokens', () => {
  it('hold back each token alone, and keep the most recent ten thousand', async () => {
    const pauses = createTokenPauses(() => 0);
    const isHeld = (token: string) => {
      try {
        pauses.assertOver(token);
        return false;
      } catch {
        return true;
      }
    };
    const refuse = (token: string) =>
      assert.rejects(
        pauses.run(token, () => Promise.reject(busy(60))),
        { code: 'rate_limited' },
      );
    await refuse('first');
    await pauses.run('other', () => Promise.resolve());
    assert.deepEqual(['first', 'other', 'third'].map(isHeld), [true, false, false]);
    for (let index = 0; index < 10_000; index += 1) await refuse(`token-${index}`);
    assert.deepEqual(['first', 'token-0', 'token-9999'].map(isHeld), [false, true, true]);
  });
});
