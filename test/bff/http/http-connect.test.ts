import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { codeOf, startBff } from '../support/http-bff.ts';

describe('connect', () => {
  it('sends the browser to the authorization page', async () => {
    const { browser } = startBff();
    const response = await browser.go('/vault/connect?return_to=/settings');
    assert.equal(response.status, 302);
    const url = new URL(response.headers.get('location') ?? '');
    assert.equal(url.origin + url.pathname, 'https://service.example/oauth/authorize');
    const {
      state = '',
      code_challenge: challenge = '',
      ...rest
    } = Object.fromEntries(url.searchParams);
    assert.match(state, /^[\w-]{43}\.[0-9a-z]+$/);
    assert.match(challenge, /^[\w-]{43}$/);
    assert.deepEqual(rest, {
      response_type: 'code',
      client_id: 'client-1',
      redirect_uri: 'https://app.example/vault/callback',
      scope: 'push_packet',
      code_challenge_method: 'S256',
    });
  });

  it('sends the browser to the configured page with its query', async () => {
    const { browser } = startBff({
      service: {
        baseUrl: 'https://service.example',
        authorizeUrl: 'https://login.service.example/start?locale=en',
      },
    });
    const response = await browser.go('/vault/connect');
    const url = new URL(response.headers.get('location') ?? '');
    assert.equal(url.origin + url.pathname, 'https://login.service.example/start');
    assert.equal(url.searchParams.get('locale'), 'en');
    assert.equal(url.searchParams.get('scope'), 'push_packet');
  });

  it('makes a new state and a new verifier for each flow', async () => {
    const { browser } = startBff();
    const one = await browser.setOut();
    const other = await browser.setOut();
    assert.notEqual(one.get('state'), other.get('state'));
    assert.notEqual(one.get('code_challenge'), other.get('code_challenge'));
  });

  it('sends the hash of the verifier that is exchanged later', async () => {
    const { browser, service } = startBff();
    const authorization = await browser.setOut();
    await browser.come(browser.wayBack(authorization));
    const verifier = String(service.requests[0]?.body.code_verifier);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    assert.equal(challenge, authorization.get('code_challenge'));
  });

  it('sets a Lax cookie for each flow, for ten minutes', async () => {
    const { browser } = startBff();
    const [cookie = '', ...others] = (await browser.go('/vault/connect')).headers.getSetCookie();
    assert.deepEqual(others, []);
    assert.match(
      cookie,
      /^__Host-Http-vaultlink-flow-[\w-]{16}=\d+\.first\.[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    await browser.go('/vault/connect');
    assert.equal(browser.jar.size, 2);
  });

  for (const [when, apartMs] of [
    ['a second apart', 1000],
    ['in the same second', 0],
  ] as const) {
    it(`keeps five flows at most, ${when}, and drops the oldest`, async () => {
      const { browser, clock } = startBff();
      const names: string[] = [];
      for (let flow = 0; flow < 7; flow += 1) {
        clock.ms += apartMs;
        await browser.go('/vault/connect');
        names.push([...browser.jar.keys()].at(-1) ?? '');
      }
      assert.deepEqual([...browser.jar.keys()], names.slice(2));
    });
  }

  it('sets plain cookies without Secure on http of this machine, and only there', async () => {
    const { browser } = startBff({ origin: 'http://localhost:3000' });
    const [cookie = ''] = (await browser.go('/vault/connect')).headers.getSetCookie();
    assert.match(cookie, /^vaultlink-flow-/);
    assert.doesNotMatch(cookie, /Secure/);
  });

  it('begins no flow for prefetches, scripts and images', async () => {
    const { browser, bff } = startBff();
    for (const headers of [
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-dest': 'image' },
    ]) {
      const response = await browser.go('/vault/connect', headers);
      assert.equal(response.status, 204);
      assert.deepEqual(response.headers.getSetCookie(), []);
    }
    const head = new Request('https://app.example/vault/connect', { method: 'HEAD' });
    const response = await bff.fetch(head);
    assert.equal(response.status, 204);
    assert.deepEqual(response.headers.getSetCookie(), []);
  });

  it('refuses an unknown display, and a return_to of another origin', async () => {
    const { browser } = startBff();
    for (const query of ['display=frame', 'return_to=https://evil.example/']) {
      const response = await browser.go(`/vault/connect?${query}`, { accept: '*/*' });
      assert.equal(response.status, 400);
      assert.equal(await codeOf(response), 'invalid_request');
      assert.deepEqual(response.headers.getSetCookie(), []);
    }
  });

  it('shows a page about an invalid request to connect', async () => {
    const { browser } = startBff();
    const response = await browser.go('/vault/connect?return_to=//evil.example');
    assert.equal(response.status, 400);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(await response.text(), /invalid_request/);
  });

  it('sends no referrer to the service and the next page', async () => {
    const { browser } = startBff();
    const { headers } = await browser.go('/vault/connect');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cache-control'), 'no-store');
  });
});
