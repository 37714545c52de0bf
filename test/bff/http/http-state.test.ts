import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageOf, startBff } from '../support/http-bff.ts';
import { withJson } from '../../support/service/answers.ts';

const MINUTE_MS = 60_000;

describe('the state of a callback', () => {
  it('redirects back without a second exchange when a browser with the session repeats the callback', async () => {
    const { browser, service } = startBff();
    const path = browser.wayBack(await browser.setOut('?return_to=/settings'));
    await browser.come(path);
    const inTheBrowser = await browser.go(path);
    assert.equal(inTheBrowser.status, 303);
    assert.equal(inTheBrowser.headers.get('location'), 'https://app.example/settings');
    const fromTheService = await browser.come(path);
    assert.equal(fromTheService.status, 303);
    assert.equal(service.requests.length, 1);
  });

  it('shows the code and a way to start again when a browser without the session repeats the callback', async () => {
    const { browser, service } = startBff();
    const path = browser.wayBack(await browser.setOut('?return_to=/settings'));
    await browser.come(path);
    await browser.call('DELETE', '/session');
    const { status, code, text } = await pageOf(await browser.come(path));
    assert.equal(status, 400);
    assert.equal(code, 'state_expired');
    assert.match(text, /or the link was used before/);
    assert.match(text, /href="\/vault\/connect/);
    assert.match(text, /Start again/);
    assert.equal(service.requests.length, 1);
  });

  it('reveals nothing to another browser that repeats the callback', async () => {
    const { browser, openBrowser, service } = startBff();
    const path = browser.wayBack(await browser.setOut());
    await browser.come(path);
    const response = await openBrowser().come(path);
    assert.equal(response.status, 400);
    assert.deepEqual(response.headers.getSetCookie(), []);
    assert.equal(service.requests.length, 1);
  });

  for (const query of ['', '?display=popup']) {
    it(`exchanges once for two callbacks at once, and connects both${query}`, async () => {
      const { browser, service, events } = startBff();
      const path = browser.wayBack(await browser.setOut(query));
      const [one, other] = await Promise.all([browser.come(path), browser.come(path)]);
      assert.equal(one.status, query ? 200 : 303);
      assert.equal(other.status, one.status);
      assert.deepEqual(one.headers.getSetCookie(), other.headers.getSetCookie());
      assert.equal(one.headers.getSetCookie().length, 2);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['connected'],
      );
      assert.equal(service.requests.length, 1);
    });
  }

  it('shows the same error to two callbacks at once when the exchange fails', async () => {
    const { browser, service } = startBff();
    service.tokenEndpoint.answerNext(withJson(503, {}));
    const path = browser.wayBack(await browser.setOut());
    const both = await Promise.all([browser.come(path), browser.come(path)]);
    const codes = await Promise.all(both.map(async (one) => (await pageOf(one)).code));
    assert.deepEqual(codes, ['service_error', 'service_error']);
    assert.equal(service.requests.length, 1);
  });

  it('gives no session to another browser that sends the same callback at the same time', async () => {
    const { browser, openBrowser } = startBff();
    const path = browser.wayBack(await browser.setOut());
    const [one, other] = await Promise.all([browser.come(path), openBrowser().come(path)]);
    assert.deepEqual([one.status, other.status], [303, 400]);
    assert.deepEqual(other.headers.getSetCookie(), []);
  });

  it('answers state_missing when the cookie was lost', async () => {
    const { browser, service } = startBff();
    const path = browser.wayBack(await browser.setOut());
    browser.jar.clear();
    assert.equal((await pageOf(await browser.come(path))).code, 'state_missing');
    assert.deepEqual(service.requests, []);
  });

  it('answers state_missing when the callback has no state', async () => {
    const { browser } = startBff();
    await browser.setOut();
    assert.equal(
      (await pageOf(await browser.come('/vault/callback?code=c'))).code,
      'state_missing',
    );
  });

  it('answers state_mismatch in another browser, and keeps the state for the right one', async () => {
    const { browser, openBrowser, service } = startBff();
    const path = browser.wayBack(await browser.setOut());
    const other = openBrowser();
    await other.setOut();
    assert.equal((await pageOf(await other.come(path))).code, 'state_mismatch');
    assert.deepEqual(service.requests, []);
    assert.equal((await browser.come(path)).status, 303);
  });

  it('answers state_mismatch when the cookie belongs to another flow', async () => {
    const { browser } = startBff();
    const path = browser.wayBack(await browser.setOut());
    const [name = ''] = browser.jar.keys();
    browser.jar.set(name, { value: `1.${'x'.repeat(43)}`, isStrict: false });
    assert.equal((await pageOf(await browser.come(path))).code, 'state_mismatch');
  });

  it('answers state_mismatch when the state was made up or is there twice', async () => {
    const { browser } = startBff();
    const state = (await browser.setOut()).get('state') ?? '';
    for (const query of ['state=made-up', `state=${state}&state=other`]) {
      const response = await browser.come(`/vault/callback?code=c&${query}`);
      assert.equal((await pageOf(response)).code, 'state_mismatch');
    }
  });

  for (const [minutes, code] of [
    [10, 'state_expired'],
    [59, 'state_expired'],
    [61, 'state_expired'],
  ] as const) {
    it(`answers state_expired after ${minutes} minutes`, async () => {
      const { browser, clock, service } = startBff();
      const path = browser.wayBack(await browser.setOut());
      clock.ms += minutes * MINUTE_MS;
      assert.equal((await pageOf(await browser.come(path))).code, code);
      assert.deepEqual(service.requests, []);
    });
  }

  it('answers state_expired, not state_missing, when the browser has dropped the expired cookie', async () => {
    const { browser, clock } = startBff();
    const path = browser.wayBack(await browser.setOut());
    clock.ms += 10 * MINUTE_MS;
    browser.jar.clear();
    assert.equal((await pageOf(await browser.come(path))).code, 'state_expired');
  });

  it('answers state_expired although the browser has an earlier session', async () => {
    const { browser, clock } = startBff();
    await browser.connect();
    const path = browser.wayBack(await browser.setOut());
    clock.ms += 10 * MINUTE_MS;
    assert.equal((await pageOf(await browser.go(path))).code, 'state_expired');
  });

  it('accepts the state until a moment before it expires', async () => {
    const { browser, clock } = startBff();
    const path = browser.wayBack(await browser.setOut());
    clock.ms += 10 * MINUTE_MS - 1;
    assert.equal((await browser.come(path)).status, 303);
  });

  it('keeps the state unused for prefetches, scripts and images', async () => {
    const { bff, browser, service } = startBff();
    const path = browser.wayBack(await browser.setOut());
    assert.equal((await browser.come(path, { 'sec-purpose': 'prefetch' })).status, 204);
    assert.equal((await browser.come(path, { purpose: 'prefetch' })).status, 204);
    for (const destination of ['empty', 'image', 'script']) {
      const headers = { 'sec-fetch-dest': destination };
      assert.equal((await browser.come(path, headers)).status, 204);
    }
    const head = await bff.fetch(new Request(`https://app.example${path}`, { method: 'HEAD' }));
    assert.equal(head.status, 204);
    assert.deepEqual(service.requests, []);
    const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
    assert.equal((await browser.come(path, headers)).status, 303);
  });
});
