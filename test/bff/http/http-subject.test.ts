import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, pageOf, startBff } from '../support/http-bff.ts';

const PUSH = '/packets/packet-1/push';
const ADA = { 'x-user': 'ada' };
const EVE = { 'x-user': 'eve' };

/** A backend of a host that names its user in a header, and a browser whose user, Ada, may have connected. */
function startHost() {
  const all = startBff({ subject: ({ headers }) => headers.get('x-user') ?? undefined });
  const { browser } = all;

  /** There and back, as the same user. */
  async function connectAs(user: Record<string, string>) {
    const response = await browser.go('/vault/connect', user);
    const authorization = new URL(response.headers.get('location') ?? '').searchParams;
    return browser.come(browser.wayBack(authorization), user);
  }
  const sessionOf = async (user: Record<string, string>): Promise<unknown> =>
    (await browser.call('GET', '/session', undefined, user)).json();
  return { ...all, connectAs, sessionOf };
}

const HANDED_OVER = {
  code: 'the-code',
  code_verifier: 'v'.repeat(43),
  state: 'the-state',
  redirect_uri: 'https://app.example/vault/callback',
};

describe('a session of another user of the host, in the same browser', () => {
  it('shows as not connected', async () => {
    const { connectAs, sessionOf } = startHost();
    await connectAs(ADA);
    assert.deepEqual(await sessionOf(EVE), { connected: false, reason: 'none' });
    assert.match(JSON.stringify(await sessionOf(ADA)), /"connected":true/);
  });

  it('takes no push', async () => {
    const { browser, connectAs, service } = startHost();
    await connectAs(ADA);
    const response = await browser.call('POST', PUSH, { payload: { name: 'Eve' } }, EVE);
    assert.deepEqual([response.status, await codeOf(response)], [401, 'not_connected']);
    assert.equal(service.requests.length, 1, 'Only the code was exchanged.');
    const own = await browser.call('POST', PUSH, { payload: { name: 'Ada' } }, ADA);
    assert.equal(own.status, 200);
  });

  it('is not ended by a disconnect, and its cookie stays', async () => {
    const { browser, connectAs, sessionOf, events } = startHost();
    await connectAs(ADA);
    const response = await browser.call('DELETE', '/session', undefined, EVE);
    assert.equal(response.status, 204);
    assert.deepEqual(response.headers.getSetCookie(), []);
    assert.match(JSON.stringify(await sessionOf(ADA)), /"connected":true/);
    assert(!events.some(({ type }) => type === 'disconnected'));
  });

  it('is left alone when the other user connects, and so is its grant', async () => {
    const { bff, browser, connectAs, sessionOf } = startHost();
    await connectAs(ADA);
    const cookie = browser.sessionCookie();
    await connectAs(EVE);
    assert.match(JSON.stringify(await sessionOf(EVE)), /"connected":true/);
    assert.deepEqual(await sessionOf(ADA), { connected: false, reason: 'none' });
    const headers = { 'x-vaultlink': '1', cookie, ...ADA };
    const old = await bff.fetch(new Request('https://app.example/vault/session', { headers }));
    assert.match(await old.text(), /"connected":true/);
    await bff.push('ada', 'packet-1', {});
  });

  it('is left alone when the other user connects through the hook', async () => {
    const { bff, browser, connectAs } = startHost();
    await connectAs(ADA);
    const response = await browser.call('POST', '/exchange', HANDED_OVER, EVE);
    assert.equal(response.status, 200);
    await bff.push('ada', 'packet-1', {});
    await bff.push('eve', 'packet-1', {});
  });

  it('does not pass for the end of an authorization that the other user began', async () => {
    const { browser, connectAs } = startHost();
    await connectAs(ADA);
    const away = await browser.go('/vault/connect', EVE);
    const authorization = new URL(away.headers.get('location') ?? '').searchParams;
    await browser.come(browser.wayBack(authorization, { code: '' }), EVE);
    // The flow is used up. A navigation within the site brings Ada's Strict cookie along.
    const again = await browser.go(browser.wayBack(authorization), EVE);
    assert.equal((await pageOf(again)).code, 'state_expired');
  });
});

describe('a session of the same user', () => {
  it('is replaced when they connect again, and their grant is superseded', async () => {
    const { bff, browser, connectAs, sessionOf } = startHost();
    await connectAs(ADA);
    const cookie = browser.sessionCookie();
    await connectAs(ADA);
    assert.match(JSON.stringify(await sessionOf(ADA)), /"connected":true/);
    const headers = { 'x-vaultlink': '1', cookie, ...ADA };
    const old = await bff.fetch(new Request('https://app.example/vault/session', { headers }));
    assert.deepEqual(await old.json(), { connected: false, reason: 'none' });
  });

  it('ends with a disconnect', async () => {
    const { browser, connectAs, sessionOf } = startHost();
    await connectAs(ADA);
    const response = await browser.call('DELETE', '/session', undefined, ADA);
    assert.equal(response.status, 204);
    assert.match(response.headers.getSetCookie()[0] ?? '', /Max-Age=0/);
    assert.deepEqual(await sessionOf(ADA), { connected: false, reason: 'none' });
  });
});

describe('a host that names no user', () => {
  it('is told so at connect, and nothing is begun', async () => {
    const { browser } = startHost();
    const response = await browser.go('/vault/connect', { accept: 'application/json' });
    assert.deepEqual([response.status, await codeOf(response)], [403, 'subject_missing']);
    assert.deepEqual(response.headers.getSetCookie(), []);
    const page = await pageOf(await browser.go('/vault/connect'));
    assert.deepEqual([page.status, page.code], [403, 'subject_missing']);
    assert.match(page.text, /You are not signed in/);
  });

  for (const [method, path, body] of [
    ['GET', '/session', undefined],
    ['DELETE', '/session', undefined],
    ['POST', PUSH, { payload: {} }],
    ['POST', '/exchange', HANDED_OVER],
  ] as const) {
    it(`is refused at ${method} ${path}, and its user's session stays`, async () => {
      const { browser, connectAs, service, sessionOf } = startHost();
      await connectAs(ADA);
      const response = await browser.call(method, path, body);
      assert.deepEqual([response.status, await codeOf(response)], [403, 'subject_missing']);
      assert.deepEqual(response.headers.getSetCookie(), []);
      assert.equal(service.requests.length, 1);
      assert.match(JSON.stringify(await sessionOf(ADA)), /"connected":true/);
    });
  }

  it('may still relay an outcome: a seller of a survey is no user of the host', async () => {
    const { browser } = startHost();
    const response = await browser.call('POST', '/endlinks/complete', { token: 'a-token' });
    assert.equal(response.status, 200);
  });
});
