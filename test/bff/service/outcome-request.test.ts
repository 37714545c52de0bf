import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReport } from '../../../src/bff/service/outcome-request.ts';
import { broken, cut, fakeService, json, SERVICE_URL } from '../support/fake-service.ts';
import { failure } from '../support/secrets.ts';
import { NOON_MS } from '../support/time.ts';

const TOKEN = 'endlink-token/+=';

function startReport(answer: () => Response | Promise<Response>) {
  const service = fakeService();
  service.mishaps.push(answer);
  const report = createReport({ baseUrl: SERVICE_URL, fetch: service.fetch }, () => NOON_MS);
  return { service, report: (token = TOKEN) => report('complete', token) };
}

describe('a report', () => {
  it('is one GET without any credentials', async () => {
    const { service, report } = startReport(() => new Response(null, { status: 204 }));
    await report();
    const [{ url, init } = assert.fail()] = service.asked;
    assert.equal(service.asked.length, 1);
    assert.equal(
      url,
      'https://service.example/api/v3/endlinks/complete?service_endlink_token=endlink-token%2F%2B%3D',
    );
    assert.equal(init.method ?? 'GET', 'GET');
    assert.equal(init.redirect, 'manual');
    assert.equal(init.headers, undefined);
  });

  it('is confirmed by its status, though the body breaks off', async () => {
    await startReport(() => cut('{')).report();
  });

  const failures = {
    'a refusal': [
      () => json(422, { errors: { base: [`${TOKEN} is used.`] } }),
      'outcome_rejected',
      422,
    ],
    'a 404 without a body': [() => new Response(null, { status: 404 }), 'outcome_rejected', 404],
    'a 401': [() => json(401, {}), 'outcome_rejected', 401],
    'a 429': [() => json(429, {}), 'rate_limited', 429],
    'a 425': [() => json(425, {}), 'rate_limited', 425],
    'a 408': [() => json(408, {}), 'outcome_unknown', 408],
    'a 500': [() => json(500, {}), 'outcome_unknown', 500],
    'a redirect': [() => new Response(null, { status: 302 }), 'outcome_unknown', 302],
    'no answer': [broken, 'outcome_unknown', undefined],
  } as const;
  for (const [what, [answer, code, status]] of Object.entries(failures)) {
    it(`that meets ${what} ends in ${code}`, async () => {
      const error = await failure(startReport(answer).report());
      assert.equal(error.code, code);
      assert.equal(error.status, status);
    });
  }

  it('keeps what the service says, without the token, and for how long to wait', async () => {
    const body = { errors: { base: [`${TOKEN} and ${encodeURIComponent(TOKEN)}.`] } };
    const answer = () => json(429, body, { 'retry-after': '3' });
    const error = await failure(startReport(answer).report());
    assert.deepEqual(error.messages, ['… and ….']);
    assert.equal(error.retryAfterSeconds, 3);
  });

  it('is not sent with a token that can stand in no URL', async () => {
    const { service, report } = startReport(broken);
    assert.equal((await failure(report('\ud800'))).code, 'invalid_request');
    assert.equal(service.asked.length, 0);
  });
});
