import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VaultError } from 'vaultlink/protocol';
import { withStatus } from '../../support/service/answers.ts';
import { codeOf, startBff } from '../support/http-bff.ts';

const DAY_MS = 86_400_000;

/** A `Retry-After` of 60 seconds in its two forms. */
const FORMS: Record<string, (nowMs: number) => string> = {
  seconds: () => '60',
  'a date': (nowMs) => new Date(nowMs + 60_000).toUTCString(),
};

/** A backend with users who have connected, each in a browser of their own. */
async function start(count = 20) {
  const user = { name: '' };
  const { bff, service, clock, openBrowser } = startBff({ subject: () => user.name });
  const users = Array.from({ length: count }, (_, index) => `user-${index}`);
  const browsers = new Map<string, ReturnType<typeof openBrowser>>();
  for (const name of users) {
    user.name = name;
    const browser = openBrowser();
    browsers.set(name, browser);
    await browser.connect();
  }
  service.forgetRequests();
  const push = (name: string) => {
    user.name = name;
    return (
      browsers.get(name)?.call('POST', '/packets/packet-1/push', { payload: {} }) ?? assert.fail()
    );
  };
  const stranger = openBrowser();
  return {
    bff,
    service,
    clock,
    users,
    /** Pushes from a page of the user. */
    push,
    /** Pushes from the host's own process. */
    pushOfHost: (name: string) => bff.push(name, 'packet-1', {}),
    relay: (token: string, outcome = 'complete') =>
      stranger.call('POST', `/endlinks/${outcome}`, { token }),
    exchange: () =>
      stranger.call('POST', '/exchange', {
        code: 'the-code',
        code_verifier: 'v'.repeat(43),
        state: 'the-state',
        redirect_uri: 'https://app.example/vault/callback',
      }),
    /** Completes an authorization of another user. */
    connect: (name: string) => {
      user.name = name;
      return openBrowser().connect();
    },
  };
}

/** The status of an answer, its code, and the seconds that it asks to wait. */
const summaryOf = async (response: Response) => [
  response.status,
  await codeOf(response),
  Number(response.headers.get('retry-after')),
];

const isPaused = (seconds: number) => (error: unknown) => {
  assert.ok(error instanceof VaultError);
  assert.deepEqual([error.code, error.retryAfterSeconds], ['rate_limited', seconds]);
  return true;
};

describe('a pause that the service asks for', () => {
  for (const [form, retryAfter] of Object.entries(FORMS)) {
    it(`sends one token request for twenty page pushes while the token endpoint asks to wait, as ${form}`, async () => {
      const { service, clock, users, push } = await start();
      clock.ms += DAY_MS;
      service.tokenEndpoint.answerEvery(withStatus(429, { 'retry-after': retryAfter(clock.ms) }));
      for (const user of users)
        assert.deepEqual(await summaryOf(await push(user)), [429, 'rate_limited', 60]);
      assert.equal(service.requests.length, 1);
      service.answerNormally();
      clock.ms += 59_500;
      assert.deepEqual(await summaryOf(await push('user-0')), [429, 'rate_limited', 1]);
      clock.ms += 500;
      for (const user of users) assert.equal((await push(user)).status, 200);
    });

    it(`sends one push for many callers while the push endpoint asks to wait, as ${form}`, async () => {
      const { service, clock, users, push, pushOfHost } = await start();
      service.pushEndpoint.answerEvery(withStatus(429, { 'retry-after': retryAfter(clock.ms) }));
      await assert.rejects(pushOfHost('user-0'), isPaused(60));
      for (const user of users)
        assert.deepEqual(await summaryOf(await push(user)), [429, 'rate_limited', 60]);
      await assert.rejects(pushOfHost('user-1'), isPaused(60));
      assert.equal(service.requests.length, 1);
      service.answerNormally();
      clock.ms += 60_000;
      assert.equal((await push('user-0')).status, 200);
    });

    it(`sends one report of the host while the service asks to wait, as ${form}`, async () => {
      const { bff, service, clock, relay } = await start(0);
      service.outcomeEndpoint.answerEvery(withStatus(429, { 'retry-after': retryAfter(clock.ms) }));
      for (let index = 0; index < 5; index += 1)
        await assert.rejects(bff.report('complete', `token-${index}`), isPaused(60));
      assert.deepEqual(await summaryOf(await relay('token-9')), [429, 'rate_limited', 60]);
      assert.equal(service.requests.length, 1);
      service.answerNormally();
      clock.ms += 60_000;
      await bff.report('complete', 'token-0');
      assert.equal((await relay('token-9')).status, 200);
    });
  }

  it('holds back pushes and refreshes after a 503 with Retry-After, too, and repeats no token request', async () => {
    const { service, clock, push, pushOfHost } = await start(3);
    clock.ms += DAY_MS;
    service.tokenEndpoint.answerEvery(withStatus(503, { 'retry-after': '30' }));
    await assert.rejects(pushOfHost('user-0'), { code: 'service_error', retryAfterSeconds: 30 });
    assert.deepEqual(await summaryOf(await push('user-1')), [429, 'rate_limited', 30]);
    assert.equal(service.tokenEndpoint.requests.length, 1);
    service.answerNormally();
    clock.ms += 30_000;
    service.pushEndpoint.answerEvery(withStatus(503, { 'retry-after': '30' }));
    await assert.rejects(pushOfHost('user-0'), { code: 'service_error' });
    assert.deepEqual(await summaryOf(await push('user-1')), [429, 'rate_limited', 30]);
    assert.equal(service.pushEndpoint.requests.length, 1);
  });

  it('sends a push whose access token is valid while refreshes wait', async () => {
    const { service, clock, push, connect } = await start(2);
    clock.ms += DAY_MS;
    service.tokenEndpoint.answerNext(withStatus(429, { 'retry-after': '60' }));
    assert.equal((await push('user-0')).status, 429);
    assert.equal((await connect('user-1')).status, 303);
    service.forgetRequests();
    assert.equal((await push('user-1')).status, 200);
    assert.equal((await push('user-0')).status, 429);
    assert.equal(service.requests.length, 1);
  });

  it('sends a push in the last tenth of its token while refreshes wait, and no token request', async () => {
    const { service, clock, pushOfHost, connect } = await start(1);
    clock.ms += 160 * 60_000;
    await connect('user-1');
    clock.ms += DAY_MS - 100 * 60_000;
    service.tokenEndpoint.answerEvery(withStatus(429, { 'retry-after': '60' }));
    await assert.rejects(pushOfHost('user-0'), isPaused(60));
    service.forgetRequests();
    await pushOfHost('user-1');
    assert.deepEqual(
      service.requests.map(({ kind }) => kind),
      ['push'],
    );
  });

  it('refreshes no token for a push while pushes wait', async () => {
    const { service, clock, pushOfHost, connect } = await start(1);
    clock.ms += DAY_MS;
    await connect('user-1');
    service.pushEndpoint.answerNext(withStatus(429, { 'retry-after': '60' }));
    await assert.rejects(pushOfHost('user-1'), isPaused(60));
    service.forgetRequests();
    await assert.rejects(pushOfHost('user-0'), isPaused(60));
    assert.deepEqual(service.requests, []);
  });

  it('uses the token of another process that has refreshed it meanwhile', async () => {
    const { service, clock, push, connect } = await start(1);
    clock.ms += DAY_MS;
    service.tokenEndpoint.answerNext(withStatus(429, { 'retry-after': '60' }));
    assert.equal((await push('user-0')).status, 429);
    await connect('user-0');
    assert.equal((await push('user-0')).status, 200);
  });

  it('lasts for at most 300 seconds', async () => {
    const { bff, service, clock, push, pushOfHost } = await start(1);
    const longer = withStatus(429, { 'retry-after': '86400' });
    service.pushEndpoint.answerNext(longer);
    service.outcomeEndpoint.answerNext(longer);
    await assert.rejects(pushOfHost('user-0'));
    await assert.rejects(bff.report('complete', 'token-1'));
    assert.deepEqual(await summaryOf(await push('user-0')), [429, 'rate_limited', 300]);
    await assert.rejects(bff.report('complete', 'token-1'), isPaused(300));
    clock.ms += 300_000;
    assert.equal((await push('user-0')).status, 200);
    await bff.report('complete', 'token-1');
  });

  it('is not started by a 429 without Retry-After', async () => {
    const { service, push } = await start(1);
    service.pushEndpoint.answerNext(withStatus(429));
    assert.equal((await push('user-0')).status, 429);
    assert.equal((await push('user-0')).status, 200);
  });

  it('does not last longer because the clock was set back', async () => {
    const { service, clock, push } = await start(1);
    service.pushEndpoint.answerNext(withStatus(429, { 'retry-after': '60' }));
    assert.equal((await push('user-0')).status, 429);
    clock.ms -= DAY_MS;
    assert.equal((await push('user-0')).status, 200);
  });

  it('of one endpoint holds back nothing of the others', async () => {
    const { bff, service, push } = await start(1);
    service.outcomeEndpoint.answerNext(withStatus(429, { 'retry-after': '60' }));
    await assert.rejects(bff.report('complete', 'token-1'));
    assert.equal((await push('user-0')).status, 200);
    service.pushEndpoint.answerNext(withStatus(429, { 'retry-after': '60' }));
    assert.equal((await push('user-0')).status, 429);
    await assert.rejects(bff.report('complete', 'token-1'), isPaused(60));
  });
});

describe('a pause that the service asks strangers for', () => {
  it('holds back only the relayed token, whose page is told how long to wait', async () => {
    const { bff, service, clock, relay } = await start(0);
    service.outcomeEndpoint.answerNext(withStatus(429, { 'retry-after': '60' }));
    assert.deepEqual(await summaryOf(await relay('token-1')), [429, 'rate_limited', 60]);
    clock.ms += 20_000;
    assert.deepEqual(await summaryOf(await relay('token-1')), [429, 'rate_limited', 40]);
    assert.deepEqual(await summaryOf(await relay('token-1', 'fail')), [429, 'rate_limited', 40]);
    assert.equal(service.requests.length, 1);
    assert.equal((await relay('token-2')).status, 200);
    await bff.report('complete', 'token-3');
    clock.ms += 40_000;
    assert.equal((await relay('token-1')).status, 200);
  });

  it('holds back no refresh, no push and no other connection after a code exchange', async () => {
    const { service, clock, push, exchange, connect } = await start(1);
    const busy = withStatus(429, { 'retry-after': '60' });
    clock.ms += DAY_MS;
    service.tokenEndpoint.answerNext(busy, busy);
    assert.equal((await exchange()).status, 429);
    assert.equal((await connect('user-1')).status, 429);
    assert.equal((await connect('user-1')).status, 303);
    assert.equal((await exchange()).status, 200);
    assert.equal((await push('user-0')).status, 200);
  });

  it('asks mayReport nothing and counts no call while the token waits', async () => {
    let asked = 0;
    const { service, browser } = startBff({
      mayReport: () => ((asked += 1), true),
      clientAddress: () => '203.0.113.7',
      anonymousCalls: { perAddressPerMinute: 2 },
    });
    const relay = (token: string) => browser.call('POST', '/endlinks/complete', { token });
    service.outcomeEndpoint.answerNext(withStatus(429, { 'retry-after': '60' }));
    for (let call = 0; call < 5; call += 1) assert.equal((await relay('token-1')).status, 429);
    assert.equal(asked, 1);
    assert.equal((await relay('token-2')).status, 200);
  });
});
