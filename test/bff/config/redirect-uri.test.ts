import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createVaultBff } from 'vaultlink/bff';
import type { VaultBffOptions, VaultEvent } from 'vaultlink/bff';
import { someOptions } from '../support/http-bff.ts';

/** Creates a backend with this redirect URI. Returns what it tells the operator. */
function eventsWith(redirectUri: string, changed: Partial<VaultBffOptions> = {}): VaultEvent[] {
  const events: VaultEvent[] = [];
  const options = someOptions();
  createVaultBff({
    ...options,
    client: { ...options.client, redirectUri },
    onEvent: (event) => events.push(event),
    ...changed,
  });
  return events;
}

describe('a redirect URI, without the hook', () => {
  for (const [redirectUri, origin] of [
    ['http://localhost:3000/vault/callback', 'https://localhost:3000'],
    ['http://127.0.0.1:3000/vault/callback', 'http://localhost:3000'],
    ['https://other.example/vault/callback', 'https://app.example'],
    ['https://app.example:8443/vault/callback', 'https://app.example'],
  ] as const) {
    it(`${redirectUri} is refused with the origin ${origin}, and both are named`, () => {
      const own = `${origin}/vault/callback`;
      assert.throws(() => eventsWith(redirectUri, { origin }), {
        code: 'configuration_error',
        message: new RegExp(`^client\\.redirectUri .*${new URL(redirectUri).origin}.*${own}`),
      });
    });
  }

  for (const path of ['/auth/callback', '/vault/callback/', '/vault', '/vault/Callback']) {
    it(`with the path ${path} is told to the operator, and taken: a proxy may lead it on`, () => {
      const [event, ...further] = eventsWith(`https://app.example${path}`);
      assert.ok(event?.type === 'failed');
      assert.equal(event.code, 'configuration_error');
      assert.ok(event.detail.includes(`https://app.example${path}`));
      assert.ok(event.detail.includes('https://app.example/vault/callback'));
      assert.deepEqual(further, []);
    });
  }

  it('is compared with the basePath', () => {
    const basePath = '/api/vault';
    assert.deepEqual(eventsWith('https://app.example/api/vault/callback', { basePath }), []);
    assert.equal(eventsWith('https://app.example/vault/callback', { basePath }).length, 1);
  });

  it('may have a query', () => {
    assert.deepEqual(eventsWith('https://app.example/vault/callback?shop=1'), []);
  });
});

describe('a redirect URI, with the hook', () => {
  for (const redirectUri of ['https://app.example/profile', 'https://shop.example/profile']) {
    it(`${redirectUri} is taken: a page of an allowed origin may stand there`, () => {
      assert.deepEqual(eventsWith(redirectUri, { hook: true }), []);
    });
  }
});
