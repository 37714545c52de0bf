import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fetchTransport } from '../../../src/bff/index.ts';
import { createPush, isUnauthorized } from '../../../src/bff/service/push-request.ts';
import {
  brokenConnection,
  withCutBody,
  withErrors,
  withJson,
  withOAuthError,
  withStatus,
  withText,
} from '../../support/service/answers.ts';
import type { Answer } from '../../support/service/answers.ts';
import { standInService } from '../../support/service/stand-in-service.ts';
import { SERVICE_URL } from '../support/instances.ts';
import { failure } from '../support/secrets.ts';
import { NOON_MS } from '../support/time.ts';

function startPush(answer?: Answer) {
  const service = standInService();
  service.authorizeUser();
  if (answer) service.pushEndpoint.answerNext(answer);
  const push = createPush(
    { baseUrl: SERVICE_URL, transport: fetchTransport(service.fetch) },
    () => NOON_MS,
  );
  return {
    service,
    push: () => push('packet-1', { first: 'a', second: undefined })('access-token-1'),
  };
}

describe('a push', () => {
  it('sends one request with the id in path and body, and every question', async () => {
    const { service, push } = startPush();
    await push();
    const { url, method, redirect, headers, body } = service.requestAt(0);
    assert.equal(url, 'https://service.example/api/v5/packets/packet-1/sellers_packets/push');
    assert.equal(method, 'POST');
    assert.equal(redirect, 'manual');
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers.authorization, 'Bearer access-token-1');
    assert.deepEqual(body, { id: 'packet-1', payload: { first: 'a', second: null } });
  });

  it('returns the reply of the service with all its fields', async () => {
    const reply = {
      message: 'Data successfully synced',
      sellers_packet: { id: 'sp-1', further: [1] },
      extra: null,
    };
    assert.deepEqual(await startPush(withJson(201, reply)).push(), reply);
  });

  it('redacts an access token that the service echoes, however JSON escapes it, in values and keys', async () => {
    const echo = (text: string) =>
      createPush({
        baseUrl: SERVICE_URL,
        transport: fetchTransport(() => Promise.resolve(new Response(text))),
      })(
        'packet-1',
        {},
      )('tok/en');
    for (const escaped of ['tok/en', 'tok\\/en', '\\u0074ok/en', 'tok\\u002Fen']) {
      const reply = await echo(
        `{"message":"Bearer ${escaped}","a":[{"${escaped}":null,"n":1,"t":true}]}`,
      );
      assert.deepEqual(reply, { message: 'Bearer …', a: [{ '…': null, n: 1, t: true }] }, escaped);
    }
  });

  it('calls a 2xx reply that is nested too deeply an error of the service', async () => {
    for (const levels of [100, 100_000]) {
      const text = `{"message":${'['.repeat(levels)}${']'.repeat(levels)}}`;
      const { push } = startPush(withText(text));
      const error = await failure(push());
      assert.deepEqual([error.code, error.status], ['service_error', 200]);
    }
    const { push } = startPush(withText(`{"message":${'['.repeat(20)}${']'.repeat(20)}}`));
    assert.ok(await push());
  });

  it('accepts a 2xx reply that leaves fields out', async () => {
    for (const reply of [{}, { message: 'Yes' }, { sellers_packet: null }, { message: 7 }]) {
      assert.deepEqual(await startPush(withJson(200, reply)).push(), reply);
    }
  });

  it('refuses an invalid push before it needs a token', () => {
    const { service } = startPush();
    const push = createPush({ baseUrl: SERVICE_URL, transport: fetchTransport(service.fetch) });
    assert.throws(() => push('../evil', {}), { code: 'invalid_request' });
    const answers = { question: 7 } as unknown as Record<string, string>;
    assert.throws(() => push('packet-1', answers), { code: 'validation_failed' });
    assert.equal(service.requests.length, 0);
  });

  it('distinguishes a 401 from every other failure', async () => {
    const unauthorized = [
      withOAuthError(401, 'invalid_token', 'access-token-1 is expired.'),
      withStatus(401, { 'www-authenticate': 'Bearer' }),
    ];
    for (const answer of unauthorized)
      assert.ok(isUnauthorized(await failure(startPush(answer).push())));
    assert.ok(!isUnauthorized(await failure(startPush(withJson(403, {})).push())));
    assert.ok(!isUnauthorized(new Error('401')));
  });

  const failures = {
    'a refusal with messages': [
      withErrors(422, ['One.', 'Two for access-token-1.']),
      'validation_failed',
      ['One.', 'Two for ….'],
    ],
    'a refused authentication': [
      withOAuthError(403, 'insufficient_scope', 'Not you.'),
      'validation_failed',
      ['Not you.'],
    ],
    'an answer that it came too early': [withErrors(425, 'Later.'), 'rate_limited', ['Later.']],
    'an answer that it took too long to arrive': [withStatus(408), 'service_unreachable', []],
    'a redirect': [withStatus(307), 'service_error', []],
    'a 500': [withText('Oops', 500), 'service_error', []],
    'no answer': [brokenConnection, 'service_unreachable', []],
    'half an answer': [withCutBody('{"message":'), 'service_unreachable', []],
    'a success with a list': [withJson(200, []), 'service_error', []],
    'a success with a number': [withJson(200, 1), 'service_error', []],
    'a success that is no JSON': [withText('<p>access-token-1</p>'), 'service_error', []],
    'a success with null': [withJson(200, null), 'service_error', []],
  } as const;
  for (const [what, [answer, code, messages]] of Object.entries(failures)) {
    it(`fails with ${code} after ${what}`, async () => {
      const error = await failure(startPush(answer).push());
      assert.equal(error.code, code);
      assert.deepEqual(error.messages, messages);
    });
  }

  it('keeps Retry-After of a 429', async () => {
    const answer = withJson(429, {}, { 'retry-after': '12' });
    const error = await failure(startPush(answer).push());
    assert.equal(error.code, 'rate_limited');
    assert.equal(error.retryAfterSeconds, 12);
  });

  it('requires https, or http on this machine', () => {
    assert.throws(() => createPush({ baseUrl: 'http://service.example' }), {
      code: 'configuration_error',
    });
  });
});
