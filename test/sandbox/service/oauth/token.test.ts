import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { authorizeUrl, OTHER, startOAuth } from '../../oauth-driver.ts';
import type { Tokens } from '../../oauth-driver.ts';

/** What a JWT says, without a look at its signature. */
const claimsOf = (jwt: string) =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;

const errorOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { error?: string }).error,
];

describe('a token response', () => {
  it('is what the interface shows (§2.2), for either grant', async () => {
    const { codeOf, codeBody, token, refreshBody } = startOAuth();
    const first = await token(codeBody(await codeOf()));
    const { refresh_token } = first.body as Tokens;
    for (const { status, headers, body } of [first, await token(refreshBody(refresh_token))]) {
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'application/json');
      assert.equal(headers.get('cache-control'), 'no-store');
      const { access_token, refresh_token: next, ...rest } = body as Tokens;
      assert.match(access_token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
      assert.match(next, /^[\w-]{43}$/);
      assert.deepEqual(rest, {
        token_type: 'Bearer',
        expires_in: 86400,
        scope: 'push_packet',
        created_at: '2026-03-01T12:00:00.000Z',
      });
    }
  });

  it('has an access token whose expires_at is 24 hours ahead (§5.4)', async () => {
    const { connect } = startOAuth();
    const { access_token } = await connect();
    assert.equal(claimsOf(access_token).expires_at, '2026-03-02T12:00:00.000Z');
  });

  it('never has the same token twice', async () => {
    const { connect } = startOAuth();
    const all = [await connect(), await connect(), await connect()];
    const tokens = all.flatMap(({ access_token, refresh_token }) => [access_token, refresh_token]);
    assert.equal(new Set(tokens).size, 6);
  });
});

describe('an authorization code', () => {
  it('is exchanged once; a second time ends what the first one gave', async () => {
    const { codeOf, codeBody, token, refresh, push } = startOAuth();
    const body = codeBody(await codeOf());
    const { access_token, refresh_token } = (await token(body)).body as Tokens;
    assert.deepEqual(errorOf(await token(body)), [400, 'invalid_grant']);
    assert.equal((await push(access_token, {})).status, 401);
    assert.deepEqual(errorOf(await refresh(refresh_token)), [400, 'invalid_grant']);
  });

  it('a second time leaves the tokens alone where code_replay_revokes is off', async () => {
    const { codeOf, codeBody, token, push } = startOAuth({
      behaviour: { code_replay_revokes: false },
    });
    const body = codeBody(await codeOf());
    const { access_token } = (await token(body)).body as Tokens;
    assert.deepEqual(errorOf(await token(body)), [400, 'invalid_grant']);
    assert.equal((await push(access_token, {})).status, 200);
  });

  it('is exchanged once by requests that come at the same time', async () => {
    const { codeOf, codeBody, token, push } = startOAuth();
    const body = codeBody(await codeOf());
    const answers = await Promise.all([token(body), token(body), token(body)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400]);
    const { access_token } = answers.find(({ status }) => status === 200)?.body as Tokens;
    assert.equal((await push(access_token, {})).status, 401);
  });

  it('lives for ten minutes by the clock of the sandbox', async () => {
    const { codeOf, codeBody, token, post } = startOAuth();
    const [inTime, late] = [codeBody(await codeOf()), codeBody(await codeOf())];
    await post('clock', { advance_seconds: 599.999 });
    assert.equal((await token(inTime)).status, 200);
    await post('clock', { advance_seconds: 0.001 });
    assert.deepEqual(errorOf(await token(late)), [400, 'invalid_grant']);
  });

  it('lives as long as code_lifetime_seconds says', async () => {
    const { codeOf, codeBody, token, post } = startOAuth({
      behaviour: { code_lifetime_seconds: 30 },
    });
    const body = codeBody(await codeOf());
    await post('clock', { advance_seconds: 30 });
    assert.deepEqual(errorOf(await token(body)), [400, 'invalid_grant']);
  });

  /** What is wrong with an otherwise right body, and the error it gives. */
  const wrong: [what: string, change: Record<string, string>, error: string, status: number][] = [
    ['an unknown code', { code: 'nothing' }, 'invalid_grant', 400],
    ['another verifier', { code_verifier: 'a'.repeat(43) }, 'invalid_grant', 400],
    ['a short verifier', { code_verifier: 'a'.repeat(42) }, 'invalid_request', 400],
    ['another state', { state: 'state-2' }, 'invalid_grant', 400],
    ['another redirect URI', { redirect_uri: 'https://buyer.example/' }, 'invalid_grant', 400],
    ['a wrong secret', { client_secret: 'guess' }, 'invalid_client', 401],
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client', 401],
    ['another client', OTHER, 'invalid_grant', 400],
  ];

  for (const [what, change, error, status] of wrong) {
    it(`with ${what} gets ${error} and stays good`, async () => {
      const { codeOf, codeBody, token } = startOAuth();
      const body = codeBody(await codeOf());
      const answer = await token({ ...body, ...change });
      assert.deepEqual(errorOf(answer), [status, error]);
      assert.equal(typeof (answer.body as Record<string, unknown>).error_description, 'string');
      assert.equal((await token(body)).status, 200);
    });
  }

  it('belongs to the challenge of its own request', async () => {
    const { codeOf, codeBody, token } = startOAuth();
    const url = authorizeUrl({ code_challenge: 'A'.repeat(43) });
    assert.deepEqual(errorOf(await token(codeBody(await codeOf('seller-1', url)))), [
      400,
      'invalid_grant',
    ]);
  });
});

describe('a token request', () => {
  for (const field of [
    ...['code', 'code_verifier', 'client_secret', 'client_id', 'redirect_uri', 'state'],
  ]) {
    it(`for a code must have ${field} as a string (§4.2)`, async () => {
      const { codeOf, codeBody, token } = startOAuth();
      const body = codeBody(await codeOf());
      for (const value of [undefined, null, 7, '']) {
        const answer = await token({ ...body, [field]: value });
        assert.deepEqual(errorOf(answer), [400, 'invalid_request']);
        const { error_description } = answer.body as { error_description: string };
        assert.match(error_description, new RegExp(`: ${field}\\.$`));
      }
      assert.equal((await token(body)).status, 200);
    });
  }

  for (const field of ['refresh_token', 'client_secret', 'client_id', 'redirect_uri']) {
    it(`for a refresh must have ${field} as a string (§4.2)`, async () => {
      const { connect, refreshBody, token } = startOAuth();
      const body = refreshBody((await connect()).refresh_token);
      for (const value of [undefined, null, 7, '']) {
        const answer = await token({ ...body, [field]: value });
        assert.deepEqual(errorOf(answer), [400, 'invalid_request']);
      }
      assert.equal((await token(body)).status, 200);
    });
  }

  it('must name a grant type that there is', async () => {
    const { token } = startOAuth();
    assert.deepEqual(errorOf(await token({})), [400, 'invalid_request']);
    assert.deepEqual(errorOf(await token({ grant_type: 7 })), [400, 'invalid_request']);
    assert.deepEqual(errorOf(await token({ grant_type: 'password' })), [
      400,
      'unsupported_grant_type',
    ]);
  });

  it('must be JSON, and called so', async () => {
    const { send, codeOf, codeBody, token } = startOAuth();
    const body = codeBody(await codeOf());
    const form = new URLSearchParams(body).toString();
    const types = ['application/x-www-form-urlencoded', 'text/plain', 'application/jsonp'];
    for (const type of types) {
      const answer = await send('/oauth/token', form, { 'content-type': type });
      assert.deepEqual(errorOf(answer), [415, 'invalid_request']);
    }
    for (const text of ['', '{', '[]', 'null', '"text"']) {
      assert.deepEqual(errorOf(await token(text)), [400, 'invalid_request']);
    }
    const named = { 'content-type': 'Application/JSON; charset=utf-8' };
    assert.equal((await send('/oauth/token', body, named)).status, 200);
  });

  it('must be a POST', async () => {
    const { call } = startOAuth();
    const answer = await call('/oauth/token');
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('allow'), 'POST');
  });
});

describe('a refresh token', () => {
  it('is revoked once it was used; the new one counts (§3.2)', async () => {
    const { connect, refresh, push } = startOAuth();
    const first = await connect();
    const second = (await refresh(first.refresh_token)).body as Tokens;
    assert.deepEqual(errorOf(await refresh(first.refresh_token)), [400, 'invalid_grant']);
    assert.equal((await push(second.access_token, {})).status, 200);
    assert.equal((await refresh(second.refresh_token)).status, 200);
  });

  it('works once for requests that come at the same time', async () => {
    const { connect, refresh } = startOAuth();
    const { refresh_token } = await connect();
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(refresh_token)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400]);
  });

  it('renews an access token that has expired, for the same seller', async () => {
    const { connect, refresh, push, post, answersOf } = startOAuth();
    const { access_token, refresh_token } = await connect('seller-2');
    await post('clock', { advance_seconds: 86_400 });
    assert.equal((await push(access_token, {})).status, 401);
    const next = (await refresh(refresh_token)).body as Tokens;
    assert.equal(claimsOf(next.access_token).expires_at, '2026-03-03T12:00:00.000Z');
    assert.equal((await push(next.access_token, { name: 'Jonas' })).status, 200);
    assert.deepEqual(await answersOf('seller-2'), [{ name: 'Jonas' }]);
  });

  it('is of use to its own client only', async () => {
    const { connect, refreshBody, token } = startOAuth();
    const body = refreshBody((await connect()).refresh_token);
    assert.deepEqual(errorOf(await token({ ...body, ...OTHER })), [400, 'invalid_grant']);
    const wrong = { ...body, client_secret: 'guess' };
    assert.deepEqual(errorOf(await token(wrong)), [401, 'invalid_client']);
    const elsewhere = { ...body, redirect_uri: 'https://buyer.example/' };
    assert.deepEqual(errorOf(await token(elsewhere)), [400, 'invalid_grant']);
    assert.equal((await token(body)).status, 200);
  });
});
