import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageOf, startBff } from '../support/http-bff.ts';
import {
  brokenConnection,
  invalidClient,
  invalidGrant,
  withJson,
} from '../../support/service/answers.ts';

describe('the callback', () => {
  it('exchanges the code as the interface shows, and redirects back with a session', async () => {
    const { browser, service } = startBff();
    const authorization = await browser.setOut('?return_to=/settings?tab=2%26a=b%23vault');
    const response = await browser.come(browser.wayBack(authorization));
    assert.equal(response.status, 303);
    assert.equal(response.headers.get('location'), 'https://app.example/settings?tab=2&a=b#vault');
    assert.equal(service.requests.length, 1);
    const { url, method, headers, body } = service.requestAt(0);
    assert.equal(url, 'https://service.example/oauth/token');
    assert.equal(method, 'POST');
    assert.equal(headers['content-type'], 'application/json');
    const { code_verifier: verifier, ...rest } = body;
    assert.match(String(verifier), /^[\w.~-]{43,128}$/);
    assert.deepEqual(rest, {
      grant_type: 'authorization_code',
      code: 'the-code',
      client_id: 'client-1',
      client_secret: 'the-client-secret',
      redirect_uri: 'https://app.example/vault/callback',
      state: authorization.get('state'),
    });
  });

  it('sets a Strict session cookie of under 200 bytes', async () => {
    const { browser } = startBff();
    const cookies = (await browser.connect()).headers.getSetCookie();
    const session = cookies.find((one) => one.startsWith('__Host-Http-vaultlink=')) ?? '';
    assert.match(
      session,
      /^__Host-Http-vaultlink=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
    );
    assert(session.indexOf(';') < 200);
  });

  it('has a plain session cookie on http of this machine', async () => {
    const { browser } = startBff({ origin: 'http://localhost:3000' });
    const cookies = (await browser.connect()).headers.getSetCookie();
    assert.match(
      cookies[0] ?? '',
      /^vaultlink=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    );
  });

  it('completes the flows of several tabs in any order', async () => {
    const { browser, service } = startBff();
    const first = await browser.setOut('?return_to=/first');
    const second = await browser.setOut('?return_to=/second');
    for (const [authorization, path] of [
      [second, '/second'],
      [first, '/first'],
    ] as const) {
      const response = await browser.come(browser.wayBack(authorization));
      assert.equal(response.headers.get('location'), `https://app.example${path}`);
    }
    assert.equal(service.requests.length, 2);
  });

  it('completes an exchange although the browser goes away', async () => {
    const { bff, browser, service } = startBff();
    const held = service.tokenEndpoint.holdNext();
    const path = browser.wayBack(await browser.setOut());
    const [name = '', { value = '' } = {}] = [...browser.jar][0] ?? [];
    const gone = new AbortController();
    const response = bff.fetch(
      new Request(`https://app.example${path}`, {
        headers: { cookie: `${name}=${value}` },
        signal: gone.signal,
      }),
    );
    await held.arrived;
    gone.abort();
    const closed = bff.close();
    held.release();
    assert.equal((await response).status, 303);
    await closed;
  });
});

describe('a no', () => {
  it('redirects back with vault=denied when the user refuses, and keeps query and hash', async () => {
    const { browser, service } = startBff();
    const authorization = await browser.setOut('?return_to=/settings?tab=2%23vault');
    const path = browser.wayBack(authorization, { code: '', error: 'access_denied' });
    const response = await browser.come(path);
    assert.equal(response.status, 303);
    assert.equal(
      response.headers.get('location'),
      'https://app.example/settings?tab=2&vault=denied#vault',
    );
    assert.deepEqual(service.requests, []);
    assert.equal((await pageOf(await browser.come(path))).status, 400);
  });

  it('shows the code of an error that the service sends back', async () => {
    const { browser, events } = startBff();
    const path = browser.wayBack(await browser.setOut(), { error: 'server_error' });
    const { status, code } = await pageOf(await browser.come(path));
    assert.deepEqual([status, code], [502, 'service_error']);
    const wrong = browser.wayBack(await browser.setOut(), { error: 'invalid_scope' });
    const page = await pageOf(await browser.come(wrong));
    assert.deepEqual([page.status, page.code], [500, 'configuration_error']);
    assert.doesNotMatch(page.text, /invalid_scope/);
    assert.match(JSON.stringify(events.at(-1)), /invalid_scope/);
  });
});

describe('an exchange that fails', () => {
  for (const [what, answer, status, code] of [
    ['the code does not count', invalidGrant, 409, 'reconnect_required'],
    ['the secret is wrong', invalidClient, 500, 'configuration_error'],
    ['the service is broken', withJson(503, {}), 502, 'service_error'],
    ['the service is away', brokenConnection, 504, 'service_unreachable'],
  ] as const) {
    it(`shows the code and a way to start again when ${what}`, async () => {
      const { browser, service, events } = startBff();
      service.tokenEndpoint.answerNext(answer);
      const page = await pageOf(await browser.connect('?return_to=/settings'));
      assert.deepEqual([page.status, page.code], [status, code]);
      assert.match(
        page.text,
        /href="\/vault\/connect\?return_to=https%3A%2F%2Fapp\.example%2Fsettings/,
      );
      const failed = events.filter(({ type }) => type === 'failed');
      assert.deepEqual(
        failed.map((event) => 'code' in event && [event.where, event.code]),
        [['callback', code]],
      );
    });
  }

  it('keeps the earlier session when an exchange fails', async () => {
    const { browser, service } = startBff();
    await browser.connect();
    service.tokenEndpoint.answerNext(withJson(503, {}));
    await browser.connect();
    const session = (await (await browser.call('GET', '/session')).json()) as object;
    assert.deepEqual(Object.keys(session), ['connected', 'scope', 'expires_at']);
  });
});

describe('an answer that says who sent it', () => {
  const service = { baseUrl: 'https://service.example', issuer: 'https://service.example' };

  it('accepts a callback whose issuer is the configured one', async () => {
    const { browser } = startBff({ service });
    const path = browser.wayBack(await browser.setOut(), { iss: 'https://service.example' });
    assert.equal((await browser.come(path)).status, 303);
  });

  it('accepts a callback without iss, since the interface does not name that parameter', async () => {
    const { browser } = startBff({ service });
    assert.equal((await browser.come(browser.wayBack(await browser.setOut()))).status, 303);
  });

  it('refuses a callback of another issuer', async () => {
    const made = startBff({ service });
    const path = made.browser.wayBack(await made.browser.setOut(), {
      iss: 'https://other.example',
    });
    assert.equal((await pageOf(await made.browser.come(path))).code, 'state_mismatch');
    assert.deepEqual(made.service.requests, []);
  });

  it('refuses a callback that names two issuers, in either order', async () => {
    const made = startBff({ service });
    for (const [first, second] of [
      ['https://service.example', 'https://other.example'],
      ['https://other.example', 'https://service.example'],
    ] as const) {
      const path = made.browser.wayBack(await made.browser.setOut(), { iss: first });
      const response = await made.browser.come(
        `${path}&${String(new URLSearchParams({ iss: second }))}`,
      );
      assert.equal((await pageOf(response)).code, 'state_mismatch');
    }
    assert.deepEqual(made.service.requests, []);
  });

  it('ignores the issuer when none is configured', async () => {
    const { browser } = startBff();
    const path = browser.wayBack(await browser.setOut(), { iss: 'https://other.example' });
    assert.equal((await browser.come(path)).status, 303);
  });
});

describe('connecting again', () => {
  it('gives a new session when a user connects again, and ends the earlier session and its grant', async () => {
    const { bff, browser, events } = startBff();
    await browser.connect();
    const before = browser.jar.get('__Host-Http-vaultlink')?.value ?? '';
    await browser.connect();
    const after = browser.jar.get('__Host-Http-vaultlink')?.value ?? '';
    assert.notEqual(before, after);
    const old = await bff.fetch(
      new Request('https://app.example/vault/session', {
        headers: { 'x-vaultlink': '1', cookie: `__Host-Http-vaultlink=${before}` },
      }),
    );
    assert.deepEqual(await old.json(), { connected: false, reason: 'none' });
    const grants = events.map((event) => 'grantId' in event && event.grantId);
    assert.equal(new Set(grants).size, 2);
  });

  it('never reuses a session id that a browser sends', async () => {
    const { browser } = startBff();
    const planted = 'p'.repeat(43);
    browser.jar.set('__Host-Http-vaultlink', { value: planted, isStrict: true });
    await browser.connect();
    assert.notEqual(browser.jar.get('__Host-Http-vaultlink')?.value, planted);
  });
});

describe('the subject', () => {
  it('asks for the subject at connect', async () => {
    const { bff, browser, service } = startBff({
      subject: (request) => request.headers.get('x-user') ?? undefined,
    });
    const response = await browser.go('/vault/connect', { 'x-user': 'ada' });
    const authorization = new URL(response.headers.get('location') ?? '').searchParams;
    await browser.come(browser.wayBack(authorization), { 'x-user': 'ada' });
    await bff.push('ada', 'packet-1', { question: 'answer' });
    await assert.rejects(bff.push('eve', 'packet-1', {}), { code: 'not_connected' });
    assert.equal(service.requests.at(-1)?.body.id, 'packet-1');
  });

  it('makes each session its own subject when none is named', async () => {
    const { browser, openBrowser, events } = startBff();
    await browser.connect();
    await openBrowser().connect();
    const subjects = events.map((event) => 'subject' in event && event.subject);
    assert.equal(new Set(subjects).size, 2);
  });
});
