import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPush, isUnauthorized } from '../../../src/bff/service/push-request.ts';
import { broken, cut, fakeService, json, SERVICE_URL } from '../support/fake-service.ts';
import { failure } from '../support/secrets.ts';
import { NOON_MS } from '../support/time.ts';

function startPush(answer?: () => Response | Promise<Response>) {
  const service = fakeService();
  service.issue();
  if (answer) service.mishaps.push(answer);
  const push = createPush({ baseUrl: SERVICE_URL, fetch: service.fetch }, () => NOON_MS);
  return { service, push: () => push('packet-1', { first: 'a', second: undefined })('access-1') };
}

describe('a push', () => {
  it('is one request with the id in path and body, and no question left out', async () => {
    const { service, push } = startPush();
    await push();
    const [{ url, init, body } = assert.fail()] = service.asked;
    assert.equal(url, 'https://service.example/api/v5/packets/packet-1/sellers_packets/push');
    assert.equal(init.method, 'POST');
    assert.equal(init.redirect, 'manual');
    const headers = new Headers(init.headers);
    assert.equal(headers.get('content-type'), 'application/json');
    assert.equal(headers.get('authorization'), 'Bearer access-1');
    assert.deepEqual(body, { id: 'packet-1', payload: { first: 'a', second: null } });
  });

  it('gives the service’s own answer, with whatever else is in it', async () => {
    const reply = {
      message: 'Data successfully synced',
      sellers_packet: { id: 'sp-1', further: [1] },
      extra: null,
    };
    assert.deepEqual(await startPush(() => json(201, reply)).push(), reply);
  });

  it('that the service took is none the worse for a field that it leaves out', async () => {
    for (const reply of [{}, { message: 'Yes' }, { sellers_packet: null }, { message: 7 }]) {
      assert.deepEqual(await startPush(() => json(200, reply)).push(), reply);
    }
  });

  it('that cannot be is refused before a token is needed', () => {
    const { service } = startPush();
    const push = createPush({ baseUrl: SERVICE_URL, fetch: service.fetch });
    assert.throws(() => push('../evil', {}), { code: 'invalid_request' });
    const answers = { question: 7 } as unknown as Record<string, string>;
    assert.throws(() => push('packet-1', answers), { code: 'validation_failed' });
    assert.equal(service.asked.length, 0);
  });

  it('that is not authorized is told apart from every other failure', async () => {
    const unauthorized = [
      () => json(401, { error: 'invalid_token', error_description: 'access-1 is expired.' }),
      () => new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } }),
    ];
    for (const answer of unauthorized)
      assert.ok(isUnauthorized(await failure(startPush(answer).push())));
    assert.ok(!isUnauthorized(await failure(startPush(() => json(403, {})).push())));
    assert.ok(!isUnauthorized(new Error('401')));
  });

  const failures = {
    'a refusal with messages': [
      () => json(422, { errors: { base: ['One.', 'Two for access-1.'] } }),
      'validation_failed',
      ['One.', 'Two for ….'],
    ],
    'a refused authentication': [
      () => json(403, { error: 'insufficient_scope', error_description: 'Not you.' }),
      'validation_failed',
      ['Not you.'],
    ],
    'an answer that it came too early': [
      () => json(425, { errors: { base: ['Later.'] } }),
      'rate_limited',
      ['Later.'],
    ],
    'an answer that it took too long to arrive': [
      () => new Response(null, { status: 408 }),
      'service_unreachable',
      [],
    ],
    'a redirect': [() => new Response(null, { status: 307 }), 'service_error', []],
    'a 500': [() => new Response('Oops', { status: 500 }), 'service_error', []],
    'no answer': [broken, 'service_unreachable', []],
    'half an answer': [() => cut('{"message":'), 'service_unreachable', []],
    'a success with a list': [() => json(200, []), 'service_error', []],
    'a success with a number': [() => json(200, 1), 'service_error', []],
    'a success that is no JSON': [() => new Response('<p>access-1</p>'), 'service_error', []],
    'a success with null': [() => json(200, null), 'service_error', []],
  } as const;
  for (const [what, [answer, code, messages]] of Object.entries(failures)) {
    it(`that meets ${what} fails with ${code}`, async () => {
      const error = await failure(startPush(answer).push());
      assert.equal(error.code, code);
      assert.deepEqual(error.messages, messages);
    });
  }

  it('that comes too often keeps for how long to wait', async () => {
    const answer = () => json(429, {}, { 'retry-after': '12' });
    const error = await failure(startPush(answer).push());
    assert.equal(error.code, 'rate_limited');
    assert.equal(error.retryAfterSeconds, 12);
  });

  it('goes to https, or to http on this machine', () => {
    assert.throws(() => createPush({ baseUrl: 'http://service.example' }), {
      code: 'configuration_error',
    });
  });
});
