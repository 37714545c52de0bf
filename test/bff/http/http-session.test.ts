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
  const mistakes: Record<string, Partial<VaultBffOptions>> = {
    'is sealed with a key that is not in the ring': {
      keys: [{ id: 'second', key: btoa('s'.repeat(32)) }],
    },
    'is sealed with another key of the same id': {
      keys: [{ id: 'first', key: btoa('x'.repeat(32)) }],
    },
    'belongs to another deployment': { keys: [first], deploymentId: 'staging' },
  };
  for (const [mistake, changed] of Object.entries(mistakes)) {
    it(`answers an error that the log explains when the grant ${mistake}, and connected: true afterwards`, async () => {
      const store = memoryStore();
      const before = startBff({ store });
      await before.browser.connect();
      const sessionIn = async (options: Partial<VaultBffOptions>, hasBeenReady = false) => {
        const { bff, events } = startBff({ store, ...options });
        if (hasBeenReady) await bff.fetch(new Request('https://app.example/vault/health/ready'));
        const headers = { 'x-vaultlink': '1', cookie: before.browser.sessionCookie() };
        const request = new Request('https://app.example/vault/session', { headers });
        return { response: await bff.fetch(request), events };
      };

      for (const hasBeenReady of [false, true]) {
        const { response, events } = await sessionIn(changed, hasBeenReady);
        assert.equal(response.status, 500);
        assert.equal(await codeOf(response), 'configuration_error');
        assert.partialDeepStrictEqual(events.at(-1), {
          type: 'failed',
          where: 'session',
          code: 'configuration_error',
        });
      }
      const { response } = await sessionIn({});
      assert.match(await response.text(), /"connected":true/);
    });
  }

  it('answers an error after a push has failed to open the grant', async () => {
    const store = memoryStore();
    const keys = [{ id: 'first', key: btoa('x'.repeat(32)) }];
    const { bff, browser } = startBff({ store, keys });
    await browser.connect();
    assert.deepEqual(await bff.checkKeys(), []);
    // Another process has another key of the same id.
    const other = startBff({ store });
    await other.browser.connect();
    const call = async (method: string, path: string, cookie: string, body?: string) => {
      const origin = 'https://app.example';
      const headers = { 'x-vaultlink': '1', 'content-type': 'application/json', origin, cookie };
      const init = { method, headers, ...(body !== undefined && { body }) };
      return (await bff.fetch(new Request(`https://app.example/vault${path}`, init))).status;
    };
    const cookie = other.browser.sessionCookie();
    assert.equal(await call('POST', '/packets/packet-1/push', cookie, '{"payload":{}}'), 500);
    assert.equal(await call('GET', '/session', cookie), 500);
    assert.equal(await call('GET', '/session', browser.sessionCookie()), 200);
  });
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
