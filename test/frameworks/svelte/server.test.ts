import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { get } from 'svelte/store';
import { endlink, vault } from '../../../src/frameworks/svelte/index.ts';

describe('Vaultlink in Svelte on a server', () => {
  it('knows nothing of the tab, asks nothing, and throws nothing', (context) => {
    const fetched = context.mock.method(globalThis, 'fetch', () => Promise.reject(new Error()));
    assert.deepEqual(get(endlink), { state: 'missing' });
    assert.deepEqual(get(vault()), { state: 'checking', isDenied: false });
    assert.deepEqual(get(vault({ bffUrl: '/other' })), { state: 'checking', isDenied: false });
    assert.equal(fetched.mock.callCount(), 0);
  });
});
