import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { STATUS_OF_ERROR } from '../../src/protocol/index.ts';
import type { VaultErrorCode } from '../../src/protocol/index.ts';
import { fakeBackend, restoreFetch } from '../../src/testing/fake-backend.ts';

const nativeFetch = globalThis.fetch;

/** What went to the `fetch` of the page. */
let passedOn: unknown[];
const fetchOfPage = ((input: unknown) => {
  passedOn.push(input);
  return Promise.resolve(new Response('of the page'));
}) as typeof fetch;

const push = (path: string, payload: object = { drink: 'tea' }) =>
  fetch(path, { method: 'POST', body: JSON.stringify({ payload }) });

it('restores no fetch before a fake backend was made', () => {
  const fetchBefore = globalThis.fetch;
  restoreFetch();
  assert.equal(globalThis.fetch, fetchBefore);
});

describe('A fake backend', () => {
  beforeEach(() => {
    passedOn = [];
    Object.defineProperty(globalThis, 'location', {
      value: new URL('https://buyer.example/profile'),
      configurable: true,
    });
    globalThis.fetch = fetchOfPage;
  });
  afterEach(() => {
    restoreFetch();
    globalThis.fetch = nativeFetch;
    Reflect.deleteProperty(globalThis, 'location');
  });

  it('begins without a connection, and refuses a push with 401 until there is one', async () => {
    const backend = fakeBackend();
    assert.deepEqual(await (await fetch('/vault/session')).json(), {
      ...{ connected: false, reason: 'none' },
    });
    assert.equal((await push('/vault/packets/p1/push')).status, 401);
    backend.setSession({ connected: true });
    assert.deepEqual(await (await fetch('/vault/session')).json(), { connected: true });
    const response = await push('/vault/packets/p1/push');
    assert.deepEqual([response.ok, response.status], [true, 200]);
    assert.equal(backend.pushes.length, 2);
    assert.deepEqual(await (await fetch('/vault/session', { method: 'DELETE' })).json(), {});
    assert.deepEqual(backend.session, { connected: false, reason: 'none' });
  });

  for (const [code, status] of Object.entries(STATUS_OF_ERROR)) {
    it(`answers a push that shall fail with ${code} as the backend does: with ${status}, once`, async () => {
      const backend = fakeBackend({ isConnected: true });
      backend.failNextPush(code as VaultErrorCode);
      const response = await push('/vault/packets/p1/push');
      assert.deepEqual([response.ok, response.status], [false, status]);
      assert.equal(((await response.json()) as { error: string }).error, code);
      assert.equal((await push('/vault/packets/p1/push')).status, 200);
    });
  }

  it('answers below its own address only, with slashes at its end or without', async () => {
    fakeBackend({ bffUrl: 'https://api.example/a/b//', isConnected: true });
    assert.equal((await fetch('https://api.example/a/b/session')).status, 200);
    for (const other of ['https://api.example/a/bb/session', '/vault/session'])
      assert.equal(await (await fetch(other)).text(), 'of the page');
    assert.equal(passedOn.length, 2);
  });

  it('takes the address from a request or a URL', async () => {
    fakeBackend();
    const url = new URL('https://buyer.example/vault/session');
    assert.equal((await fetch(url)).status, 200);
    assert.equal((await fetch(new Request(url))).status, 200);
    assert.deepEqual(passedOn, []);
  });

  it('answers a call that the backend does not have with 404', async () => {
    const backend = fakeBackend({ isConnected: true });
    for (const path of ['/vault/nothing', '/vault/packets/p1/push/now', '/vault/a/packets/p1/push'])
      assert.equal((await push(path)).status, 404, path);
    assert.deepEqual(backend.pushes, []);
  });

  it('names the packet and the type of the answer as the backend does', async () => {
    const backend = fakeBackend({ isConnected: true });
    const response = await push('/vault/packets/a%2Fb/push');
    assert.deepEqual(backend.pushes, [{ packetId: 'a/b', answers: { drink: 'tea' } }]);
    assert.equal(response.headers.get('Content-Type'), 'application/json');
    for (const name of ['retry-after', 'x-content-type', 'content-type-options'])
      assert.equal(response.headers.get(name), null, name);
    const { message } = JSON.parse(await response.text()) as { message: string };
    assert.equal(message, 'Data successfully synced');
  });

  it('gives the page its own fetch back, also where two fakes were made', () => {
    fakeBackend();
    fakeBackend();
    restoreFetch();
    assert.equal(globalThis.fetch, fetchOfPage);
  });

  it('leaves alone a fetch that a page has replaced without a fake', () => {
    fakeBackend();
    restoreFetch();
    const later: typeof fetch = () => Promise.reject(new Error('No network.'));
    globalThis.fetch = later;
    restoreFetch();
    assert.equal(globalThis.fetch, later);
  });

  it('leaves no fetch behind in a window that had none', () => {
    Reflect.deleteProperty(globalThis, 'fetch');
    fakeBackend();
    assert.equal(typeof globalThis.fetch, 'function');
    restoreFetch();
    assert.equal('fetch' in globalThis, false);
  });
});
