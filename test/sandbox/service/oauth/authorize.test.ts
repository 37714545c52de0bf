import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { authorizeUrl, REDIRECT_URI, startOAuth } from '../../oauth-driver.ts';

/** A form as the consent page posts it. */
const consent = (decision: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'sec-fetch-site': 'same-origin', ...headers },
  body: new URLSearchParams({ seller_id: 'seller-2', decision }),
});

const locationOf = ({ headers }: { headers: Headers }) => new URL(headers.get('location') ?? '');

describe('the authorization page', () => {
  it('names the client and its packets, and lets a person choose the seller', async () => {
    const { call } = startOAuth();
    const { status, headers, body } = await call(authorizeUrl());
    const page = String(body);
    assert.equal(status, 200);
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    // With no-referrer, the Origin of its form would be "null".
    assert.equal(headers.get('referrer-policy'), 'same-origin');
    assert.match(page, /<h1>Breakfast Panel asks for access to your vault<\/h1>/);
    assert.match(page, /<li>Profile<\/li>/);
    assert.doesNotMatch(page, /Foreign/);
    assert.match(
      page,
      /<option value="seller-1" selected>Amara Osei.*<option value="seller-2" >Jonas/s,
    );
    assert.match(page, /<button[^>]*name="decision" value="allow"/);
    assert.match(page, /<button[^>]*name="decision" value="deny"/);
  });

  it('sends the browser back with a code and the state when the seller allows it', async () => {
    const { call, token, codeBody, push, answersOf } = startOAuth();
    const answer = await call(authorizeUrl({ state: 'a&b =ü' }), consent('allow'));
    assert.equal(answer.status, 303);
    const location = locationOf(answer);
    assert.equal(location.origin + location.pathname, REDIRECT_URI);
    assert.deepEqual([...location.searchParams.keys()], ['code', 'state']);
    assert.equal(location.searchParams.get('state'), 'a&b =ü');
    const code = location.searchParams.get('code') ?? '';
    const tokens = (await token({ ...codeBody(code), state: 'a&b =ü' })).body;
    await push((tokens as { access_token: string }).access_token, { name: 'Jonas' });
    assert.deepEqual(await answersOf('seller-2'), [{ name: 'Jonas' }]);
    assert.deepEqual(await answersOf('seller-1'), []);
  });

  it('sends the browser back with access_denied and the state when the seller denies it', async () => {
    const { call, oauthState } = startOAuth();
    const answer = await call(authorizeUrl(), consent('deny'));
    assert.equal(answer.status, 303);
    const { searchParams } = locationOf(answer);
    assert.equal(searchParams.get('error'), 'access_denied');
    assert.equal(searchParams.get('state'), 'state-1');
    assert.equal(searchParams.has('code'), false);
    assert.deepEqual((await oauthState()).authorization_codes, []);
  });

  it('keeps the query that a redirect URI has', async () => {
    const redirect_uri = 'https://buyer.example/back?from=a%20b';
    const { allow } = startOAuth({ clients: [{ client_id: 'c', redirect_uri }], packets: [] });
    const { href } = await allow('seller-1', authorizeUrl({ client_id: 'c', redirect_uri }));
    assert.match(href, /^https:\/\/buyer\.example\/back\?from=a%20b&code=[\w-]{43}&state=state-1$/);
  });

  it('refuses consent by a form on another page', async () => {
    const { call, oauthState } = startOAuth();
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of foreign) {
      assert.equal((await call(authorizeUrl(), consent('allow', headers))).status, 403);
    }
    const { method, body } = consent('allow');
    const plain = (headers: Record<string, string>) =>
      call(authorizeUrl(), { method: method ?? '', headers, body: body ?? null });
    assert.equal((await plain({})).status, 403);
    assert.equal((await plain({ origin: 'https://elsewhere.example' })).status, 403);
    assert.deepEqual((await oauthState()).authorization_codes, []);
    assert.equal((await plain({ origin: 'http://localhost' })).status, 303);
  });

  it('accepts the form of its own page if a proxy ends TLS before the service', async () => {
    const { call } = startOAuth();
    const { method, body } = consent('allow');
    const headers = { origin: 'https://localhost' };
    const init = { method: method ?? '', headers, body: body ?? null };
    assert.equal((await call(authorizeUrl(), init)).status, 303);
  });

  it('decides nothing without a seller or a decision', async () => {
    const { call, oauthState } = startOAuth();
    for (const body of ['seller_id=seller-9&decision=allow', 'seller_id=seller-1&decision=maybe']) {
      const headers = {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      };
      assert.equal((await call(authorizeUrl(), { method: 'POST', headers, body })).status, 400);
    }
    assert.deepEqual((await oauthState()).authorization_codes, []);
  });

  it('gives no code by GET or HEAD', async () => {
    const { call, oauthState } = startOAuth();
    await call(`${authorizeUrl()}&decision=allow&seller_id=seller-1`);
    await call(authorizeUrl(), { method: 'HEAD' });
    assert.deepEqual((await oauthState()).authorization_codes, []);
    assert.equal((await call(authorizeUrl(), { method: 'PUT' })).status, 405);
  });

  it('uses the only scope if none is named', async () => {
    const { call } = startOAuth();
    assert.equal((await call(authorizeUrl({ scope: undefined }))).status, 200);
  });
});

/** Mistakes after which nobody may be redirected (RFC 6749 section 4.1.2.1). */
const strangers: [what: string, url: string][] = [
  ['an unknown client', authorizeUrl({ client_id: 'nobody' })],
  ['no client', authorizeUrl({ client_id: undefined })],
  ['two clients', `${authorizeUrl()}&client_id=other-app`],
  ['another redirect URI', authorizeUrl({ redirect_uri: 'https://evil.example/' })],
  ['a redirect URI with a slash more', authorizeUrl({ redirect_uri: `${REDIRECT_URI}/` })],
  ['a redirect URI with a query more', authorizeUrl({ redirect_uri: `${REDIRECT_URI}?a` })],
  ['no redirect URI', authorizeUrl({ redirect_uri: undefined })],
  ['two redirect URIs', `${authorizeUrl()}&redirect_uri=https://evil.example/`],
];

describe('the page about another redirect URI', () => {
  it('shows both, so that the difference can be seen', async () => {
    const { call } = startOAuth();
    const { body } = await call(authorizeUrl({ redirect_uri: 'https://app.example:81/<b>' }));
    assert.ok(String(body).includes(REDIRECT_URI));
    assert.ok(String(body).includes('https://app.example:81/&lt;b&gt;'));
  });
});

describe('an authorization URL with', () => {
  for (const [what, url] of strangers) {
    it(`${what} shows an error page without a redirect`, async () => {
      const { call, post } = startOAuth();
      for (const init of [{}, consent('allow'), consent('deny')]) {
        const { status, headers, body } = await call(url, init);
        assert.equal(status, 400);
        assert.equal(headers.get('location'), null);
        assert.match(String(body), /This link cannot be trusted/);
      }
      const order = { authorize_url: url, seller_id: 'seller-1' };
      assert.equal((await post('authorizations', order)).status, 400);
    });
  }

  /** Mistakes that the client is told (RFC 6749 section 4.1.2.1, RFC 7636 section 4.4.1). */
  const mistakes: [what: string, url: string, error: string][] = [
    ['no response_type', authorizeUrl({ response_type: undefined }), 'invalid_request'],
    ['another type', authorizeUrl({ response_type: 'token' }), 'unsupported_response_type'],
    ['another scope', authorizeUrl({ scope: 'push_packet email' }), 'invalid_scope'],
    ['no challenge', authorizeUrl({ code_challenge: undefined }), 'invalid_request'],
    ['a short challenge', authorizeUrl({ code_challenge: 'E9Melhoa2Ow' }), 'invalid_request'],
    ['no method', authorizeUrl({ code_challenge_method: undefined }), 'invalid_request'],
    ['the method plain', authorizeUrl({ code_challenge_method: 'plain' }), 'invalid_request'],
    ['a parameter twice', `${authorizeUrl()}&scope=push_packet`, 'invalid_request'],
  ];

  for (const [what, url, error] of mistakes) {
    it(`${what} redirects to the client with ${error} and the state`, async () => {
      const { call } = startOAuth();
      for (const init of [{}, consent('allow')]) {
        const answer = await call(url, init);
        assert.equal(answer.status, 303);
        const location = locationOf(answer);
        assert.equal(location.origin + location.pathname, REDIRECT_URI);
        const { error_description, ...rest } = Object.fromEntries(location.searchParams);
        assert.deepEqual(rest, { error, state: 'state-1' });
        assert.match(error_description ?? '', /^[A-Z\w].*\.$/);
      }
    });
  }

  it('no state, or two, redirects to the client with invalid_request and without a state', async () => {
    const { call } = startOAuth();
    for (const url of [authorizeUrl({ state: undefined }), `${authorizeUrl()}&state=b`]) {
      const { searchParams } = locationOf(await call(url));
      assert.equal(searchParams.get('error'), 'invalid_request');
      assert.equal(searchParams.has('state'), false);
    }
  });
});

describe('the switch authorization_iss', () => {
  it('names the issuer in every answer to the client (RFC 9207)', async () => {
    const { call } = startOAuth({ behaviour: { authorization_iss: true } });
    const answers = [
      await call(authorizeUrl(), consent('allow')),
      await call(authorizeUrl(), consent('deny')),
      await call(authorizeUrl({ scope: 'email' })),
    ];
    for (const answer of answers) {
      assert.equal(locationOf(answer).searchParams.get('iss'), 'http://localhost');
    }
  });
});
