import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BEHAVIOUR, DEFAULT_REPLIES } from 'vaultlink/sandbox';
import type { InstantForm } from 'vaultlink/sandbox';
import { CLIENT, startOAuth } from '../../oauth-driver.ts';
import type { Tokens } from '../../oauth-driver.ts';

const PUSH = '/api/v5/packets/profile/sellers_packets/push';
const TOKEN = '/oauth/token';

const expiresAtOf = (jwt: string) =>
  (
    JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as {
      expires_at: unknown;
    }
  ).expires_at;

/** 2026-03-01T12:00:00.000Z and a day later. */
const forms: [form: InstantForm, createdAt: unknown, expiresAt: unknown][] = [
  ['iso', '2026-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z'],
  ['seconds', 1772366400, 1772452800],
  ['milliseconds', 1772366400000, 1772452800000],
  ['seconds_text', '1772366400', '1772452800'],
  ['milliseconds_text', '1772366400000', '1772452800000'],
];

describe('the form of', () => {
  for (const [form, createdAt, expiresAt] of forms) {
    it(`created_at and of expires_at can be ${form}`, async () => {
      const created = await startOAuth({ behaviour: { created_at_form: form } }).connect();
      assert.equal(created.created_at, createdAt);
      assert.equal(expiresAtOf(created.access_token), '2026-03-02T12:00:00.000Z');
      const expires = await startOAuth({ behaviour: { expires_at_form: form } }).connect();
      assert.equal(expires.created_at, '2026-03-01T12:00:00.000Z');
      assert.equal(expiresAtOf(expires.access_token), expiresAt);
    });
  }
});

describe('a token request that is refused', () => {
  it('has the status of the reply to its error', async () => {
    const { codeBody, refresh, token } = startOAuth({
      replies: {
        invalid_grant: { status: 401 },
        invalid_client: { status: 403 },
        invalid_request: { status: 422 },
        unsupported_grant_type: { status: 423 },
      },
    });
    assert.equal((await refresh('nothing')).status, 401);
    assert.equal((await token({ ...codeBody('x'), client_secret: 'guess' })).status, 403);
    assert.equal((await token({})).status, 422);
    assert.equal((await token({ grant_type: 'password' })).status, 423);
  });

  it('can be refused for its content type with another status', async () => {
    const { send } = startOAuth({ replies: { token_content_type: { status: 406 } } });
    const type = { 'content-type': 'text/plain' };
    assert.equal((await send(TOKEN, '{}', type)).status, 406);
  });

  it('can have another code, or another shape where no authentication failed', async () => {
    const { refresh, token } = startOAuth({
      replies: { invalid_grant: { code: 'revoked' }, unsupported_grant_type: { shape: 'errors' } },
    });
    assert.equal(((await refresh('nothing')).body as { error: string }).error, 'revoked');
    const { body } = await token({ grant_type: 'password' });
    assert.deepEqual(body, { errors: { base: ['There is no such grant_type.'] } });
  });

  it('has a WWW-Authenticate with its 401 only if its reply says so', async () => {
    for (const www_authenticate of [false, true]) {
      const { token, codeBody, refresh, post } = startOAuth({
        replies: { invalid_client: { www_authenticate }, invalid_grant: { www_authenticate } },
      });
      const wrong = await token({ ...codeBody('x'), client_secret: 'guess' });
      const challenge = wrong.headers.get('www-authenticate');
      assert.equal(challenge?.startsWith('Basic '), www_authenticate || undefined);
      assert.equal((await refresh('nothing')).headers.get('www-authenticate'), null);
      await post('replies', { invalid_grant: { status: 401, code: 'revoked' } });
      const refused = (await refresh('nothing')).headers.get('www-authenticate');
      assert.equal(refused?.includes('error="revoked"'), www_authenticate || undefined);
    }
  });
});

describe('refresh_revocation on_first_use', () => {
  it('lets the old refresh token live until the new access token is used', async () => {
    const { connect, refresh, push } = startOAuth({
      behaviour: { refresh_revocation: 'on_first_use' },
    });
    const { refresh_token } = await connect();
    const lost = (await refresh(refresh_token)).body as Tokens;
    const second = await refresh(refresh_token);
    assert.equal(second.status, 200);
    const { access_token, refresh_token: latest } = second.body as Tokens;
    assert.equal((await push(access_token, {})).status, 200);
    assert.equal((await refresh(refresh_token)).status, 400);
    assert.equal((await refresh(latest)).status, 200);
    assert.equal((await refresh(lost.refresh_token)).status, 200);
  });
});

describe('a refresh', () => {
  it('revokes the previous access token if refresh_revokes_access_token is on', async () => {
    const { connect, refresh, push } = startOAuth({
      behaviour: { refresh_revokes_access_token: true },
    });
    const { access_token, refresh_token } = await connect();
    const next = (await refresh(refresh_token)).body as Tokens;
    assert.equal((await push(access_token, {})).status, 401);
    assert.equal((await push(next.access_token, {})).status, 200);
  });

  it('with a used token revokes all tokens of the grant if refresh_replay_revokes is on', async () => {
    for (const refresh_replay_revokes of [false, true]) {
      const { connect, refresh, push } = startOAuth({ behaviour: { refresh_replay_revokes } });
      const { refresh_token } = await connect();
      const other = await connect();
      const next = (await refresh(refresh_token)).body as Tokens;
      assert.equal((await refresh(refresh_token)).status, 400);
      const status = refresh_replay_revokes ? 401 : 200;
      assert.equal((await push(next.access_token, {})).status, status);
      assert.equal((await refresh(next.refresh_token)).status === 200, !refresh_replay_revokes);
      assert.equal((await push(other.access_token, {})).status, 200);
    }
  });
});

describe('a push', () => {
  it('has the status of the reply to its result', async () => {
    const { connect, push, send } = startOAuth({
      replies: {
        push_success: { status: 201 },
        invalid_push: { status: 400 },
        id_mismatch: { status: 409 },
        unknown_packet: { status: 410 },
        foreign_packet: { status: 404 },
        push_content_type: { status: 406 },
      },
    });
    const { access_token } = await connect();
    assert.equal((await push(access_token, {})).status, 201);
    assert.equal((await push(access_token, { name: 7 })).status, 400);
    const headers = { authorization: `Bearer ${access_token}` };
    assert.equal((await send(PUSH, { id: 'foreign', payload: {} }, headers)).status, 409);
    const text = { ...headers, 'content-type': 'text/plain' };
    assert.equal((await send(PUSH, '{}', text)).status, 406);
    assert.equal((await push(access_token, {}, 'nothing')).status, 410);
    assert.equal((await push(access_token, {}, 'foreign')).status, 404);
  });

  it('can be answered 401 with no body, no challenge or another code', async () => {
    const empty = startOAuth({ replies: { unauthorized: { shape: 'empty' } } });
    const answer = await empty.push('nothing', {});
    assert.deepEqual([answer.status, answer.body], [401, '']);
    assert.notEqual(answer.headers.get('www-authenticate'), null);
    const quiet = startOAuth({
      replies: { unauthorized: { www_authenticate: false, code: 'token_expired' } },
    });
    const { headers, body } = await quiet.push('nothing', {});
    assert.equal(headers.get('www-authenticate'), null);
    assert.equal((body as { error: string }).error, 'token_expired');
  });

  it('into a foreign packet can be refused in the shape of OAuth', async () => {
    const { connect, push } = startOAuth({ replies: { foreign_packet: { shape: 'error' } } });
    const { status, body } = await push((await connect()).access_token, {}, 'foreign');
    assert.deepEqual([status, (body as { error: string }).error], [403, 'insufficient_scope']);
  });

  it('saves an answer to an unknown question, or refuses it', async () => {
    const accepting = startOAuth({ behaviour: { unknown_questions: 'accept' } });
    const { access_token } = await accepting.connect();
    assert.equal((await accepting.push(access_token, { age: '40' })).status, 200);
    assert.deepEqual(await accepting.answersOf('seller-1'), [{ age: '40' }]);
    const { connect, push, answersOf } = startOAuth();
    const { status, body } = await push((await connect()).access_token, { name: 'A', age: '40' });
    assert.equal(status, 422);
    assert.deepEqual(body, { errors: { base: ['age: the packet has no such question.'] } });
    assert.deepEqual(await answersOf('seller-1'), []);
  });

  it('returns other values of the fields of a sellers packet, and further ones', async () => {
    const fields = { status: 'draft', beneficiary_account_id: 'account-9', price: 3 };
    const { connect, push } = startOAuth({ replies: { push_success: { fields } } });
    const { body } = await push((await connect()).access_token, {});
    const { sellers_packet } = body as { sellers_packet: Record<string, unknown> };
    assert.deepEqual({ ...sellers_packet, ...fields }, sellers_packet);
    assert.equal(sellers_packet.autosell_setting, 'enabled_for_any_price');
  });

  it('keeps the answers that it leaves out, or clears them', async () => {
    for (const omitted_questions of ['keep', 'clear'] as const) {
      const { connect, push, answersOf } = startOAuth({ behaviour: { omitted_questions } });
      const { access_token } = await connect();
      await push(access_token, { name: 'Amara', drink: 'tea' });
      await push(access_token, { drink: 'coffee' });
      const expected =
        omitted_questions === 'keep' ? { name: 'Amara', drink: 'coffee' } : { drink: 'coffee' };
      assert.deepEqual(await answersOf('seller-1'), [expected]);
    }
  });
});

describe('oauth_cors', () => {
  const headers = { origin: 'https://buyer.example', 'access-control-request-method': 'POST' };

  it('is off by default, so that no page of another origin can call or read', async () => {
    const { call, send, push } = startOAuth();
    for (const path of [TOKEN, PUSH]) {
      const preflight = await call(path, { method: 'OPTIONS', headers });
      assert.equal(preflight.status, 405);
      assert.equal(preflight.headers.get('access-control-allow-origin'), null);
    }
    const answers = [await send(TOKEN, {}), await push('nothing', {})];
    for (const answer of answers) {
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
    }
  });

  it('lets pages of other origins call and read these two endpoints only', async () => {
    const { call, send, push } = startOAuth({ behaviour: { oauth_cors: true, cors: false } });
    for (const path of [TOKEN, PUSH]) {
      const preflight = await call(path, { method: 'OPTIONS', headers });
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
      assert.match(
        preflight.headers.get('access-control-allow-headers') ?? '',
        /authorization, content-type/,
      );
    }
    for (const answer of [await send(TOKEN, {}), await push('nothing', {})]) {
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    }
    const endlink = await call('/api/v3/endlinks/complete');
    assert.equal(endlink.headers.get('access-control-allow-origin'), null);
  });
});

describe('POST behaviour', () => {
  it('takes every switch with its default', async () => {
    const { post } = startOAuth();
    const { status, body } = await post('behaviour', DEFAULT_BEHAVIOUR);
    assert.equal(status, 200);
    assert.deepEqual(body, DEFAULT_BEHAVIOUR);
  });
});

describe('POST replies', () => {
  it('takes every reply with its default', async () => {
    const { post } = startOAuth();
    const { status, body } = await post('replies', DEFAULT_REPLIES);
    assert.equal(status, 200);
    assert.deepEqual(body, DEFAULT_REPLIES);
  });

  it('changes the status and the fields of a token response while the sandbox runs', async () => {
    const { post, codeOf, codeBody, token } = startOAuth({ clients: [CLIENT], packets: [] });
    await post('replies', { token_success: { status: 201, fields: { token_type: 'bearer' } } });
    const { status, body } = await token(codeBody(await codeOf()));
    assert.deepEqual([status, (body as { token_type: string }).token_type], [201, 'bearer']);
  });
});
