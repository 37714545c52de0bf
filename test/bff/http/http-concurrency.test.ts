import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, startBff } from '../support/http-bff.ts';

const DAY_MS = 86_400_000;
const PATH = '/packets/packet-1/push';

/** A user whose access token has expired, and a service that holds the refresh. */
async function startExpired() {
  const all = startBff({ subject: () => 'ada' });
  const { browser, clock, service } = all;
  await browser.connect();
  clock.ms += DAY_MS;
  const refresh = service.tokenEndpoint.holdNextAnswer();
  const push = () => browser.call('POST', PATH, { payload: { question: 'answer' } });
  return {
    ...all,
    push,
    refresh,
  };
}

const connected = async (response: Promise<Response>) =>
  ((await (await response).json()) as { connected: boolean }).connected;

describe('at once', () => {
  it('refreshes once for 200 pushes on an expired token, and all arrive', async () => {
    const { browser, clock, service, bff } = startBff({ subject: () => 'ada' });
    await browser.connect();
    clock.ms += DAY_MS;
    const pushes = Array.from({ length: 200 }, async (_, index) => {
      const answers = { question: String(index) };
      if (index % 2) await bff.push('ada', 'packet-1', answers);
      else assert.equal((await browser.call('POST', PATH, { payload: answers })).status, 200);
    });
    await Promise.all(pushes);
    const grants = service.requests.map(({ body }) => body.grant_type);
    assert.equal(grants.filter((grant) => grant === 'refresh_token').length, 1);
    assert.equal(grants.length, 1 + 1 + 200);
  });

  it('refreshes once for 200 pushes on a token that the service has ended, and all arrive', async () => {
    const { browser, service } = startBff();
    await browser.connect();
    service.endAccessTokens();
    service.forgetRequests();
    const pushes = Array.from({ length: 200 }, () => browser.call('POST', PATH, { payload: {} }));
    for (const { status } of await Promise.all(pushes)) assert.equal(status, 200);
    const grants = service.requests.map(({ body }) => body.grant_type);
    assert.equal(grants.filter((grant) => grant === 'refresh_token').length, 1);
    assert(grants.length <= 200 + 1 + 200);
  });

  it('stays disconnected after a disconnect during a refresh: nothing is pushed', async () => {
    const { browser, bff, service, events, push, refresh } = await startExpired();
    const pushed = push();
    await refresh.arrived;
    assert.equal((await browser.call('DELETE', '/session')).status, 204);
    refresh.release();
    assert.equal(await codeOf(await pushed), 'not_connected');
    await assert.rejects(bff.push('ada', 'packet-1', {}), { code: 'not_connected' });
    await bff.close(0);
    assert.equal(service.requests.length, 2);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['connected', 'disconnected', 'failed'],
    );
  });

  it('keeps the new connection after a connect during a refresh, and drops the refreshed pair', async () => {
    const { openBrowser, browser, push, refresh, service } = await startExpired();
    const pushed = push();
    await refresh.arrived;
    const other = openBrowser();
    await other.connect();
    refresh.release();
    await pushed;
    for (const one of [browser, other])
      assert.equal(await connected(one.call('GET', '/session')), true);
    assert.equal((await push()).status, 200);
    assert.equal(service.requests.at(-1)?.headers.authorization, 'Bearer access-token-3');
  });

  it('keeps one grant for several browsers of one subject that connect at once', async () => {
    const { browser, openBrowser, bff, events } = startBff({ subject: () => 'ada' });
    const browsers = [browser, openBrowser(), openBrowser()];
    const answers = await Promise.all(browsers.map((one) => one.connect()));
    for (const { status } of answers) assert.equal(status, 303);
    for (const one of browsers) assert.equal(await connected(one.call('GET', '/session')), true);
    await bff.push('ada', 'packet-1', {});
    const pushed = events.at(-1);
    assert(pushed?.type === 'pushed');
    await browser.call('DELETE', '/session');
    for (const one of browsers) assert.equal(await connected(one.call('GET', '/session')), false);
  });
});
