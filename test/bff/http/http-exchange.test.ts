import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startBff } from '../support/http-bff.ts';
import { withOAuthError } from '../../support/service/answers.ts';

const VERIFIER = 'v'.repeat(43);
const HANDED_OVER = {
  code: 'the-code',
  code_verifier: VERIFIER,
  state: 'the-state',
  redirect_uri: 'https://app.example/vault/callback',
};

const PARTNER = 'https://partner.example';
const SIBLING = 'https://www.app.example';

/** Calls the hook as a page of another origin does. */
const handOverFrom = (
  bff: ReturnType<typeof startBff>['bff'],
  origin: string,
  headers: Record<string, string>,
) =>
  bff.fetch(
    new Request('https://app.example/vault/exchange', {
      method: 'POST',
      headers: { 'x-vaultlink': '1', 'content-type': 'application/json', origin, ...headers },
      body: JSON.stringify(HANDED_OVER),
    }),
  );

describe('the hook', () => {
  it('exchanges the four fields of the page, and sets a session', async () => {
    const { browser, service, events } = startBff();
    const response = await browser.call('POST', '/exchange', HANDED_OVER);
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), {
      connected: true,
      expires_at: '2026-03-02T12:00:00.000Z',
    });
    assert.deepEqual(service.requestAt(0).body, {
      grant_type: 'authorization_code',
      client_id: 'client-1',
      client_secret: 'the-client-secret',
      ...HANDED_OVER,
    });
    assert.match(
      response.headers.getSetCookie()[0] ?? '',
      /^__Host-Http-vaultlink=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
    );
    assert.equal(events.at(-1)?.type, 'connected');
    assert.match(await (await browser.call('GET', '/session')).text(), /"connected":true/);
  });

  it('replaces the earlier session of the browser', async () => {
    const { bff, browser } = startBff();
    await browser.call('POST', '/exchange', HANDED_OVER);
    const cookie = browser.sessionCookie();
    await browser.call('POST', '/exchange', HANDED_OVER);
    const headers = { 'x-vaultlink': '1', cookie };
    const old = await bff.fetch(new Request('https://app.example/vault/session', { headers }));
    assert.deepEqual(await old.json(), { connected: false, reason: 'none' });
  });

  it('asks for the subject at the exchange', async () => {
    const { bff, browser } = startBff({ subject: () => Promise.resolve('ada') });
    await browser.call('POST', '/exchange', HANDED_OVER);
    await bff.push('ada', 'packet-1', {});
  });

  for (const [what, changed] of [
    ['another redirect_uri', { redirect_uri: 'https://app.example/other' }],
    ['a redirect_uri that only begins like it', { redirect_uri: `${HANDED_OVER.redirect_uri}/` }],
    ['no code', { code: '' }],
    ['no state', { state: undefined }],
    ['half a surrogate pair for a code', { code: '\ud800' }],
    ['half a surrogate pair in a state', { state: 'the-state\udc00' }],
    ['a verifier that is none', { code_verifier: 'short' }],
    ['an unknown field', { client_secret: 'mine' }],
  ] as const) {
    it(`refuses ${what}, and sends nothing to the service`, async () => {
      const { browser, service } = startBff();
      const response = await browser.call('POST', '/exchange', { ...HANDED_OVER, ...changed });
      assert.equal(response.status, 400);
      const text = await response.text();
      assert.match(text, /"error":"invalid_request"/);
      assert.doesNotMatch(text, /the-code|vvvv|the-state/);
      assert.deepEqual(service.requests, []);
      assert.deepEqual(response.headers.getSetCookie(), []);
    });
  }

  it('hides a configuration error from the page, and reports it to the operator', async () => {
    const { browser, service, events } = startBff();
    service.tokenEndpoint.answerNext(withOAuthError(401, 'invalid_client', 'Unknown client.'));
    const response = await browser.call('POST', '/exchange', HANDED_OVER);
    assert.equal(response.status, 500);
    assert.deepEqual(await response.json(), {
      error: 'configuration_error',
      error_description: 'This backend has a problem, which its log names.',
    });
    const [event] = events;
    assert(event?.type === 'failed' && event.where === 'exchange');
    assert.notEqual(event.detail, 'This backend has a problem, which its log names.');
    assert.deepEqual(response.headers.getSetCookie(), []);
  });

  for (const [where, headers] of [
    ['that the browser says is cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['in a browser that does not say', {}],
  ] as const) {
    it(`refuses a page of an allowed origin on another site ${where}, before the code is spent`, async () => {
      const { bff, service, events } = startBff({ allowedOrigins: [PARTNER] });
      const response = await handOverFrom(bff, PARTNER, headers);
      assert.equal(response.status, 403);
      const text = await response.text();
      assert.match(text, /"error":"forbidden_origin"/);
      assert.match(text, /SameSite=Strict/);
      assert.deepEqual(response.headers.getSetCookie(), []);
      assert.equal(response.headers.get('access-control-allow-origin'), PARTNER);
      assert.deepEqual(service.requests, []);
      assert.partialDeepStrictEqual(events, [{ type: 'failed', code: 'forbidden_origin' }]);
    });
  }

  it('accepts the code from a page of an allowed origin on the same site', async () => {
    for (const headers of [{ 'sec-fetch-site': 'same-site' }, {}]) {
      const { bff } = startBff({ allowedOrigins: [SIBLING] });
      assert.equal((await handOverFrom(bff, SIBLING, headers)).status, 200);
    }
  });

  it('requires the header and an allowed origin for an exchange', async () => {
    const { browser, service } = startBff();
    for (const headers of [{ 'x-vaultlink': '0' }, { origin: 'https://evil.example' }]) {
      const response = await browser.call('POST', '/exchange', HANDED_OVER, headers);
      assert.equal(response.status, 403);
    }
    assert.deepEqual(service.requests, []);
  });
});
