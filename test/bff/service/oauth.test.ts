import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { fetchTransport } from '../../../src/bff/index.ts';
import { createTokenEndpoint } from '../../../src/bff/service/oauth.ts';
import { refusesEveryGrant } from '../../../src/bff/service/token-refusal.ts';
import {
  brokenConnection,
  withCutBody,
  withErrors,
  withJson,
  withStatus,
  withText,
} from '../../support/service/answers.ts';
import type { Answer } from '../../support/service/answers.ts';
import { standInService } from '../../support/service/stand-in-service.ts';
import { CLIENT, SERVICE_URL } from '../support/instances.ts';
import { assertHarmless, failure } from '../support/secrets.ts';
import { NOON_MS } from '../support/time.ts';

const FLOW = {
  code: 'code-1',
  codeVerifier: 'verifier-of-forty-three-characters-or-more-1',
  state: 'state-1',
  redirectUri: CLIENT.redirectUri,
};

function startEndpoint(answer?: Answer) {
  const service = standInService();
  if (answer) service.tokenEndpoint.answerNext(answer);
  const options = { baseUrl: `${SERVICE_URL}/`, transport: fetchTransport(service.fetch) };
  return { service, tokens: createTokenEndpoint(options, CLIENT, () => NOON_MS) };
}

const denied = (error: string) => ({ error, error_description: 'Why not: secret-1.' });
const challenge = (error: string) => ({ 'www-authenticate': `Bearer realm="x", error="${error}"` });

describe('the token endpoint', () => {
  it('requests tokens with the seven fields, as JSON, and follows no redirect', async () => {
    const { service, tokens } = startEndpoint();
    await tokens.exchange(FLOW);
    const { url, method, redirect, headers, body } = service.requestAt(0);
    assert.equal(url, 'https://service.example/oauth/token');
    assert.equal(method, 'POST');
    assert.equal(redirect, 'manual');
    assert.equal(headers['content-type'], 'application/json');
    assert.deepEqual(body, {
      grant_type: 'authorization_code',
      code: 'code-1',
      code_verifier: 'verifier-of-forty-three-characters-or-more-1',
      client_secret: 'secret-1',
      client_id: 'client-1',
      redirect_uri: 'https://buyer.example/vault/callback',
      state: 'state-1',
    });
  });

  it('requests a refresh with the five fields', async () => {
    const { service, tokens } = startEndpoint();
    service.authorizeUser();
    await tokens.refresh('refresh-token-1');
    assert.deepEqual(service.requests[0]?.body, {
      grant_type: 'refresh_token',
      refresh_token: 'refresh-token-1',
      client_secret: 'secret-1',
      client_id: 'client-1',
      redirect_uri: 'https://buyer.example/vault/callback',
    });
  });

  it('redacts a code that the service sends back, URL-encoded or not', async () => {
    const { service, tokens } = startEndpoint();
    const repeated = 'Not code=4%2F0A%2Bb, and not 4/0A+b.';
    service.tokenEndpoint.answerNext(withErrors(422, [repeated]));
    const error = await failure(tokens.exchange({ ...FLOW, code: '4/0A+b' }));
    assert.equal(error.message, 'Not code=…, and not ….');
  });

  it('returns tokens with the time of their receipt', async () => {
    const { tokens } = startEndpoint();
    const { response, receivedAtMs } = await tokens.exchange(FLOW);
    assert.equal(response.access_token, 'access-token-1');
    assert.equal(response.refresh_token, 'refresh-token-1');
    assert.equal(response.expires_in, 86_400);
    assert.equal(receivedAtMs, NOON_MS);
  });

  const pair = {
    access_token: 'access-token-9',
    token_type: 'bearer',
    refresh_token: 'refresh-token-9',
  };
  const odd = {
    'without a scope': [200, { ...pair, scope: null }],
    'with a lifetime as text': [200, { ...pair, expires_in: '86400' }],
    'without a lifetime': [200, { ...pair, expires_in: null }],
    'with a lifetime that is none': [200, { ...pair, expires_in: 'soon' }],
    'with status 201': [201, pair],
    'with epoch seconds': [200, { ...pair, created_at: 1_772_366_400 }],
  } as const;
  for (const [what, [status, body]] of Object.entries(odd)) {
    it(`accepts a pair ${what}`, async () => {
      const answer = await startEndpoint(withJson(status, body)).tokens.refresh('refresh-token-0');
      assert.equal(answer.kind, 'tokens');
      assert.equal(answer.tokens.response.refresh_token, 'refresh-token-9');
      const seconds = 'expires_in' in body && body.expires_in === '86400' ? 86_400 : undefined;
      assert.equal(answer.tokens.response.expires_in, seconds);
    });
  }

  for (const [what, type] of [
    ['no type', undefined],
    ['null as its type', null],
    ['an empty type', ''],
    ['a number as its type', 7],
    ['its type in capitals', 'BEARER'],
  ] as const) {
    it(`accepts a pair with ${what}, from a code and from a refresh`, async () => {
      const answer = withJson(200, { ...pair, token_type: type });
      const { response } = await startEndpoint(answer).tokens.exchange(FLOW);
      assert.equal(response.refresh_token, 'refresh-token-9');
      assert.equal((await startEndpoint(answer).tokens.refresh('refresh-token-0')).kind, 'tokens');
    });
  }

  it('refuses a pair of another token type from a code', async () => {
    const { tokens } = startEndpoint(withJson(200, { ...pair, token_type: 'mac' }));
    assert.equal((await failure(tokens.exchange(FLOW))).code, 'service_error');
  });

  it('requires a refresh token from a code, not from a refresh', async () => {
    const body = { access_token: 'access-token-9', token_type: 'Bearer' };
    const { tokens } = startEndpoint(withJson(200, body));
    assert.equal((await failure(tokens.exchange(FLOW))).code, 'service_error');
    const answer = await startEndpoint(withJson(200, body)).tokens.refresh('refresh-token-0');
    assert.equal(answer.kind, 'tokens');
    assert.equal(answer.tokens.response.refresh_token, 'refresh-token-0');
  });

  it('keeps the refresh token of an answer that is otherwise unusable', async () => {
    const useless = [
      { refresh_token: 'refresh-token-9' },
      { ...pair, token_type: 'mac' },
      { ...pair, access_token: 7 },
    ];
    for (const body of useless) {
      const answer = await startEndpoint(withJson(200, body)).tokens.refresh('refresh-token-0');
      assert.equal(answer.kind, 'unusable');
      assert.equal(answer.tokens.response.refresh_token, 'refresh-token-9');
      assert.equal(answer.tokens.response.expires_in, 0);
      assert.equal(answer.error.code, 'service_error');
      assertHarmless(answer.error);
    }
  });

  const failures = {
    'invalid_grant with 400': [
      withJson(400, denied('invalid_grant')),
      'reconnect_required',
      'refused',
    ],
    'invalid_grant with 401': [
      withJson(401, denied('invalid_grant')),
      'reconnect_required',
      'refused',
    ],
    'invalid_grant with 400 and a challenge': [
      withJson(400, denied('invalid_grant'), challenge('invalid_grant')),
      'reconnect_required',
      'refused',
    ],
    'invalid_grant with 401, in a challenge alone': [
      withStatus(401, challenge('invalid_grant')),
      'reconnect_required',
      'refused',
    ],
    'a wrong secret': [withJson(401, denied('invalid_client')), 'configuration_error', 'failed'],
    'a wrong secret with 400 and a challenge': [
      withJson(400, denied('invalid_client'), challenge('invalid_client')),
      'configuration_error',
      'failed',
    ],
    'a 401 without a body': [withStatus(401), 'configuration_error', 'failed'],
    'a redirect': [
      withStatus(302, { location: 'https://evil.example' }),
      'configuration_error',
      'failed',
    ],
    'a page that is not there': [
      withText('<h1>Not found</h1>', 404),
      'configuration_error',
      'failed',
    ],
    'too many requests': [
      withJson(429, denied('slow_down'), { 'retry-after': '7' }),
      'rate_limited',
      'failed',
    ],
    'errors of a validation': [
      withErrors(422, 'Secret secret-1 is wrong.'),
      'validation_failed',
      'failed',
    ],
    'a 4xx that is no JSON': [withText('no', 400), 'service_error', 'failed'],
    'an unknown code': [withJson(400, denied('invalid_request')), 'service_error', 'failed'],
    'a 500 that looks like OAuth': [
      withJson(500, denied('invalid_grant')),
      'service_error',
      'ambiguous',
    ],
    'a 408': [withStatus(408), 'service_error', 'ambiguous'],
    'a connection that breaks': [brokenConnection, 'service_unreachable', 'ambiguous'],
    'a body that breaks off': [
      withCutBody('{"access_token":"access-token-9","refresh_token":"refr'),
      'service_unreachable',
      'ambiguous',
    ],
    'half a body': [
      withText('{"access_token":"access-token-9","refresh_token":"refr'),
      'service_error',
      'ambiguous',
    ],
    'a page instead of tokens': [withText('<h1>Hello</h1>'), 'service_error', 'ambiguous'],
  } as const;
  for (const [what, [answer, code, kind]] of Object.entries(failures)) {
    it(`fails with ${code} after ${what}, and calls the refresh ${kind}`, async () => {
      const exchange = startEndpoint(answer).tokens.exchange(FLOW);
      const error = await failure(exchange);
      assert.equal(error.code, code);
      const refresh = await startEndpoint(answer).tokens.refresh('refresh-token-0');
      assert.equal(refresh.kind, kind);
      assert.equal(refresh.error.code, code);
      assertHarmless(refresh.error);
    });
  }

  it('distinguishes a refusal of every grant from the refusal of one', async () => {
    const isOfEveryGrant = async (what: keyof typeof failures) =>
      refusesEveryGrant(await failure(startEndpoint(failures[what][0]).tokens.exchange(FLOW)));
    assert(await isOfEveryGrant('a wrong secret'));
    assert(await isOfEveryGrant('a wrong secret with 400 and a challenge'));
    assert(await isOfEveryGrant('a redirect'));
    assert(await isOfEveryGrant('a page that is not there'));
    assert(!(await isOfEveryGrant('a 401 without a body')));
    assert(!(await isOfEveryGrant('invalid_grant with 401')));
  });

  it('keeps the messages of the service without the secrets in them', async () => {
    const answer = withErrors(422, 'Secret secret-1 is wrong.');
    const error = await failure(startEndpoint(answer).tokens.exchange(FLOW));
    assert.deepEqual(error.messages, ['Secret … is wrong.']);
    assert.equal(error.status, 422);
  });

  it('keeps Retry-After', async () => {
    const answer = withJson(429, denied('slow_down'), { 'retry-after': '7' });
    assert.equal((await failure(startEndpoint(answer).tokens.exchange(FLOW))).retryAfterSeconds, 7);
  });

  it('gives up after tokenTimeoutMs, and calls the refresh ambiguous', async () => {
    const service = standInService();
    service.tokenEndpoint.holdNext();
    const transport = fetchTransport(service.fetch);
    const options = { baseUrl: SERVICE_URL, tokenTimeoutMs: 1, transport };
    const endpoint = createTokenEndpoint(options, CLIENT, () => NOON_MS);
    const answer = await endpoint.refresh('refresh-token-0');
    assert.equal(answer.kind, 'ambiguous');
    assert.equal(answer.error.code, 'service_unreachable');
    assert.match(answer.error.message, /within 0.001 seconds/);
  });

  it('sends no request with an empty field', async () => {
    const { service, tokens } = startEndpoint();
    assert.equal(
      (await failure(tokens.exchange({ ...FLOW, code: '' }))).code,
      'configuration_error',
    );
    assert.equal((await tokens.refresh('')).kind, 'failed');
    assert.equal(service.requests.length, 0);
  });

  it('requires https, or http on this machine', async () => {
    const transport = fetchTransport(standInService().fetch);
    const at = (baseUrl: string) =>
      createTokenEndpoint({ baseUrl, transport }, CLIENT, () => NOON_MS);
    assert.ok(await at('http://127.0.0.1:1234').exchange(FLOW));
    assert.throws(() => at('http://service.example'), { code: 'configuration_error' });
  });

  it('makes a flow with a verifier, its S256 challenge and a state', async () => {
    const { tokens } = startEndpoint();
    const { state, codeVerifier, codeChallenge } = await tokens.newFlow();
    assert.match(codeVerifier, /^[\w-]{43}$/);
    assert.match(state, /^[\w-]{43}$/);
    assert.equal(createHash('sha256').update(codeVerifier).digest('base64url'), codeChallenge);
    assert.notEqual((await tokens.newFlow()).state, state);
  });
});
