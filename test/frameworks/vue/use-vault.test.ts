import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { JSDOM } from 'jsdom';
import { effectScope, ref, watch } from 'vue';
import type { ConnectionSnapshot, ConnectionState } from '../../../src/browser/vault/index.ts';
import { useWindow } from '../../testing/stand-in-window.ts';

before(() => {
  useWindow(new JSDOM('', { url: 'https://buyer.example/profile' }).window);
});

it('useVault() follows the connection that its options name now, and no earlier one', async (context) => {
  const { vaultConnection } = await import('../../../src/browser/vault/index.ts');
  const { useVault } = await import('../../../src/frameworks/vue/index.ts');
  context.mock.method(globalThis, 'fetch', (url: string) =>
    Promise.resolve(Response.json({ connected: url.includes('/first/'), reason: 'reconnect' })),
  );
  const options = ref({ bffUrl: '/first' });
  const scope = effectScope();
  const vault = scope.run(() => useVault(options));
  assert(vault);
  const reached = (state: ConnectionState) =>
    new Promise<void>((resolve) => {
      const check = (now: ConnectionSnapshot) => {
        if (now.state === state) resolve();
      };
      watch(vault, check, { immediate: true });
    });
  await reached('connected');
  options.value = { bffUrl: '/second' };
  await reached('reconnect');

  const [first, second] = ['/first', '/second'].map((bffUrl) => vaultConnection({ bffUrl }));
  first?.markEnded('not_connected');
  assert.deepEqual([first?.snapshot.state, vault.value.state], ['disconnected', 'reconnect']);
  second?.markConnected();
  assert.equal(vault.value.state, 'connected');
  scope.stop();
  second?.markEnded('not_connected');
  assert.equal(vault.value.state, 'connected');
});
