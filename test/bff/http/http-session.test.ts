import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import type { VaultBffOptions } from 'vaultlink/bff';
import { codeOf, startBff } from '../support/http-bff.ts';
import { invalidGrant } from '../../support/service/answers.ts';

const DAY_MS = 86_400_000;

describe('the session', () => {
  it('answers connected: false to a browser that never connected', async () => {
    const { browser } = startBff();
    const response = await browser.call('GET', '/session');
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { connected: false, reason: 'none' });
  });

  it('answers a connected browser with the scope and the expiry, and no more', async () => {
    const { browser, service } = startBff();
    await browser.connect();
    const response = await browser.call('GET', '/session');
    assert.deepEqual(await response.json(), {
      connected: true,
      scope: 'push_packet',
      expires_at: '2026-03-02T12:00:00.000Z',
    });
    assert.equal(response.headers.get('content-type'), 'application/json');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(service.requests.length, 1);
  });

  it('stays connected when the access token has expired, and sends nothing to the service', async () => {
    const { browser, service, clock } = startBff();
    await browser.connect();
    clock.ms += 30 * DAY_MS;
    const session = (await (await browser.call('GET', '/session')).json()) as {
      connected: boolean;
    };
    assert.equal(session.connected, true);
    assert.equal(service.requests.length, 1);
  });

  it('answers reason: reconnect when the grant is dead', async () => {
    const { browser, service, clock } = startBff();
    await browser.connect();
    clock.ms += DAY_MS;
    service.tokenEndpoint.answerNext(invalidGrant);
    await browser.call('POST', '/packets/packet-1/push', { payload: {} });
    const response = await browser.call('GET', '/session');
    assert.deepEqual(await response.json(), { connected: false, reason: 'reconnect' });
  });

  it('ends a session after its lifetime', async () => {
    const { browser, clock } = startBff({ sessionLifetimeSeconds: 60 });
    await browser.connect();
    clock.ms += 60_000;
    const response = await browser.call('GET', '/session');
    assert.deepEqual(await response.json(), { connected: false, reason: 'none' });
  });

  it('finds the session among other cookies, and not in one whose name only ends like it', async () => {
    const { bff, browser } = startBff();
    await browser.connect();
    const [, value = ''] = browser.sessionCookie().split('=');
    const connected = async (cookie: string) => {
      const headers = { 'x-vaultlink': '1', cookie };
      const request = new Request('https://app.example/vault/session', { headers });
      return ((await (await bff.fetch(request)).json()) as { connected: boolean }).connected;
    };
    assert.equal(await connected(`a=1; __Host-Http-vaultlink=${value}; b=2`), true);
    assert.equal(await connected(`a=1;__Host-Http-vaultlink=${value}`), true);
    assert.equal(await connected(`x__Host-Http-vaultlink=${value}`), false);
    assert.equal(await connected(`x__Host-Http-vaultlink=1; __Host-Http-vaultlink=${value}`), true);
    // A sibling may set a cookie for the whole domain, whose value has a space and looks like ours.
    const planted = `x=1 __Host-Http-vaultlink=${'p'.repeat(43)}`;
    assert.equal(await connected(`${planted}; __Host-Http-vaultlink=${value}`), true);
    assert.equal(await connected(`x=1 __Host-Http-vaultlink=${value}`), false);
    assert.equal(await connected('__Host-Http-vaultlink=short'), false);
    assert.equal(await connected(`vaultlink=${value}`), false);
  });

  it('does not accept the id under which the store keeps the session', async () => {
    const kept: string[] = [];
    const store = memoryStore();
    const { bff, browser } = startBff({
      store: {
        ...store,
        connect(session, grant) {
          kept.push(session.id);
          return store.connect(session, grant);
        },
      },
    });
    await browser.connect();
    const cookie = `__Host-Http-vaultlink=${kept[0] ?? ''}`;
    assert.match(cookie, /=[\w-]{43}$/);
    const request = new Request('https://app.example/vault/session', {
      headers: { 'x-vaultlink': '1', cookie },
    });
    assert.deepEqual(await (await bff.fetch(request)).json(), { connected: false, reason: 'none' });
  });
});

describe('the session of a user whose grant does not open', () => {
  const first = { id: 'first', key: btoa('k'.repeat(32)) };
  const second = { id: 'second', key: btoa('s'.repeat(32)) };
  const other = { id: 'first', key: btoa('x'.repeat(32)) };

  /** A browser that is connected through a backend with the right key, and calls one with other options. */
  async function startConnected(changed: Partial<VaultBffOptions>) {
    const store = memoryStore();
    const before = startBff({ store });
    await before.browser.connect();
    const { bff, events } = startBff({ store, ...changed });
    const isConnectedThrough = async (options: Partial<VaultBffOptions>) => {
      const headers = { 'x-vaultlink': '1', cookie: before.browser.sessionCookie() };
      const request = new Request('https://app.example/vault/session', { headers });
      const response = await startBff({ store, ...options }).bff.fetch(request);
      return ((await response.json()) as { connected: boolean }).connected;
    };
    const call = (method: string, path: string, body?: string) => {
      const origin = 'https://app.example';
      const cookie = before.browser.sessionCookie();
      const headers = { 'x-vaultlink': '1', 'content-type': 'application/json', origin, cookie };
      const init = { method, headers, ...(body !== undefined && { body }) };
      return bff.fetch(new Request(`https://app.example/vault${path}`, init));
    };
    const push = () => call('POST', '/packets/packet-1/push', '{"payload":{}}');
    return { store, events, call, push, isConnectedThrough };
  }

  for (const keys of [[second], [second, { ...second, id: 'third' }]]) {
    it(`answers an error that the log explains when the key is none of ${keys.length}, and connected: true afterwards`, async () => {
      const { store, call, push, events, isConnectedThrough } = await startConnected({ keys });
      for (const response of [await call('GET', '/session'), await push()]) {
        assert.equal(response.status, 500);
        assert.equal(await codeOf(response), 'configuration_error');
      }
      assert.partialDeepStrictEqual(events[0], {
        type: 'failed',
        where: 'session',
        code: 'configuration_error',
      });
      assert.equal((await store.grants(undefined, 2)).length, 1);
      assert.equal(await isConnectedThrough({ keys: [second, first] }), true);
    });
  }

  for (const [mistake, changed] of [
    ['the key of the same id has other bytes', { keys: [other] }],
    ['it belongs to another deployment', { keys: [first], deploymentId: 'staging' }],
  ] as const) {
    it(`shows at the push and in readiness where ${mistake}, but no session check opens it`, async (context) => {
      const { call, push, events } = await startConnected(changed);
      const decrypt = context.mock.method(crypto.subtle, 'decrypt');
      for (let check = 0; check < 3; check += 1) {
        assert.match(await (await call('GET', '/session')).text(), /"connected":true/);
      }
      assert.equal(decrypt.mock.callCount(), 0);
      assert.equal((await push()).status, 500);
      assert.partialDeepStrictEqual(events.at(-1), {
        where: 'packets',
        code: 'configuration_error',
      });
      const ready = await call('GET', '/health/ready');
      assert.deepEqual(await ready.json(), { status: 'unavailable', store: 'ok', keys: 'wrong' });
      const failed = decrypt.mock.callCount();
      assert.equal((await call('GET', '/session')).status, 200);
      assert.equal(decrypt.mock.callCount(), failed);
    });
  }
});

describe('disconnecting', () => {
  it('deletes the grant and the cookie when a user disconnects', async () => {
    const { browser, events } = startBff();
    await browser.connect();
    const response = await browser.call('DELETE', '/session');
    assert.equal(response.status, 204);
    assert.match(
      response.headers.getSetCookie()[0] ?? '',
      /^__Host-Http-vaultlink=; Path=\/; Max-Age=0; HttpOnly; SameSite=Strict; Secure$/,
    );
    assert.deepEqual(
      events.map(({ type }) => type),
      ['connected', 'disconnected'],
    );
    const session = await browser.call('GET', '/session');
    assert.deepEqual(await session.json(), { connected: false, reason: 'none' });
  });

  it('disconnects every browser of the same subject', async () => {
    const { bff, browser, openBrowser } = startBff({ subject: () => 'ada' });
    const other = openBrowser();
    await other.connect();
    await browser.connect();
    assert.match(await (await other.call('GET', '/session')).text(), /"connected":true/);
    await browser.call('DELETE', '/session');
    assert.match(await (await other.call('GET', '/session')).text(), /"connected":false/);
    await assert.rejects(bff.push('ada', 'packet-1', {}), { code: 'not_connected' });
  });

  it('answers a disconnect without a session without an error', async () => {
    const { browser, events } = startBff();
    assert.equal((await browser.call('DELETE', '/session')).status, 204);
    assert.deepEqual(events, []);
  });
});
