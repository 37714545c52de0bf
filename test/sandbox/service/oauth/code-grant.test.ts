import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { authorizeUrl, errorOf, OTHER, startOAuth } from '../../oauth-driver.ts';
import type { Tokens } from '../../oauth-driver.ts';

describe('an authorization code', () => {
  it('is exchanged once; a second exchange revokes the tokens of the first', async () => {
    const { codeOf, codeBody, token, refresh, push } = startOAuth();
    const body = codeBody(await codeOf());
    const { access_token, refresh_token } = (await token(body)).body as Tokens;
    assert.deepEqual(errorOf(await token(body)), [400, 'invalid_grant']);
    assert.equal((await push(access_token, {})).status, 401);
    assert.deepEqual(errorOf(await refresh(refresh_token)), [400, 'invalid_grant']);
  });

  it('keeps its tokens at a second exchange if code_replay_revokes is off', async () => {
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
    it(`with ${what} is refused with ${error} and stays valid`, async () => {
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
