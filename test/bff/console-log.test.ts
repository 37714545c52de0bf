import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import type { VaultEvent } from 'vaultlink/bff';
import { startBff } from './support/http-bff.ts';

/** Returns the lines that were printed to the console. */
function consoleOf(test: TestContext) {
  const { mock } = test.mock.method(console, 'error', () => undefined);
  return () => mock.calls.map(({ arguments: values }) => values.join(' '));
}

const away = () => ({
  ...memoryStore(),
  ping: () => Promise.reject(new Error('connect ECONNREFUSED')),
});

describe('a backend without onEvent', () => {
  it('writes a mistake in its configuration to the console', async (test) => {
    const lines = consoleOf(test);
    const { bff, browser } = startBff({ onEvent: undefined, subject: () => 42 as never });
    assert.equal((await browser.call('GET', '/session')).status, 500);
    assert.equal(lines().length, 1);
    assert.match(lines()[0] ?? '', /^vaultlink: session: .*subject must be a string/);
    await bff.close();
  });

  it('writes that its store is away, once a minute however many calls fail', async (test) => {
    const lines = consoleOf(test);
    const { browser, clock } = startBff({ onEvent: undefined, store: away() });
    for (let call = 0; call < 3; call += 1) await browser.go('/vault/health/ready');
    assert.deepEqual(lines(), ['vaultlink: store.ping: connect ECONNREFUSED']);
    clock.ms += 60_000;
    await browser.go('/vault/health/ready');
    assert.equal(lines().length, 2);
  });

  it('writes nothing of what a stranger can cause', async (test) => {
    const lines = consoleOf(test);
    const { browser } = startBff({ onEvent: undefined, subject: () => undefined });
    assert.equal((await browser.call('GET', '/session')).status, 403);
    assert.equal((await browser.go('/vault/callback?state=x')).status, 400);
    assert.deepEqual(lines(), []);
  });
});

it('a backend with onEvent writes nothing to the console', async (test) => {
  const lines = consoleOf(test);
  const events: VaultEvent[] = [];
  const { browser } = startBff({ onEvent: (event) => events.push(event), store: away() });
  await browser.go('/vault/health/ready');
  assert.equal(events.length, 1);
  assert.deepEqual(lines(), []);
});
