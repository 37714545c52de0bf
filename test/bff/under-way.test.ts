import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VaultError } from 'vaultlink/protocol';
import { createUnderWay } from '../../src/bff/under-way.ts';
import { startBff } from './support/http-bff.ts';

const LATE_IN_ITS_LIFE_MS = 0.95 * 86_400_000;

describe('what is under way', () => {
  it('drain() waits for all work, for work that begins meanwhile, and for work that fails', async () => {
    const underWay = createUnderWay();
    const ended: string[] = [];
    const second = () => Promise.resolve().then(() => void ended.push('second'));
    const first = Promise.resolve().then(() => {
      ended.push('first');
      void underWay.add(second());
      throw new Error('It failed.');
    });
    await Promise.all([assert.rejects(underWay.add(first)), underWay.drain()]);
    assert.deepEqual(ended, ['first', 'second']);
  });

  it('passes pruning, a connect and a background refresh to waitUntil', async () => {
    const awaited: Promise<void>[] = [];
    const { bff, browser, clock, service } = startBff({ waitUntil: (work) => awaited.push(work) });
    await browser.connect();
    assert.equal(awaited.length, 2);
    clock.ms += LATE_IN_ITS_LIFE_MS;
    const before = await expiryOf(browser);
    const response = await browser.call('POST', '/packets/packet-1/push', { payload: {} });
    assert.equal(response.status, 200);
    assert.equal(awaited.length, 3);
    await Promise.all(awaited);
    assert.equal(
      service.requests.filter(({ body }) => body.grant_type === 'refresh_token').length,
      1,
    );
    assert.notEqual(await expiryOf(browser), before);
    await bff.close();
  });

  it('completes the work when waitUntil throws, and reports it once', async () => {
    const waitUntil = () => {
      throw new Error('There is no request.');
    };
    const { browser, events } = startBff({ waitUntil });
    assert.equal((await browser.connect()).status, 303);
    assert.equal((await browser.connect()).status, 303);
    const told = events.filter(({ type }) => type === 'failed');
    assert.equal(told.length, 1);
    assert.partialDeepStrictEqual(told, [{ where: 'waitUntil', code: 'configuration_error' }]);
  });

  it('refuses a waitUntil that is not a function', () => {
    assert.throws(
      () => startBff({ waitUntil: {} as never }),
      (error: VaultError) => error.messages[0] === 'waitUntil must be a function.',
    );
  });
});

async function expiryOf(browser: ReturnType<typeof startBff>['browser']): Promise<unknown> {
  const session = await browser.call('GET', '/session');
  return ((await session.json()) as { expires_at?: unknown }).expires_at;
}
