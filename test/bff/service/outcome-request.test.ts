import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fetchTransport } from '../../../src/bff/index.ts';
import { createReport } from '../../../src/bff/service/outcome-request.ts';
import {
  brokenConnection,
  withCutBody,
  withErrors,
  withJson,
  withStatus,
} from '../../support/service/answers.ts';
import type { Answer } from '../../support/service/answers.ts';
import { standInService } from '../../support/service/stand-in-service.ts';
import { SERVICE_URL } from '../support/instances.ts';
import { failure } from '../support/secrets.ts';
import { NOON_MS } from '../support/time.ts';

const TOKEN = 'endlink-token/+=';

function startReport(answer: Answer) {
  const service = standInService();
  service.outcomeEndpoint.answerNext(answer);
  const report = createReport(
    { baseUrl: SERVICE_URL, transport: fetchTransport(service.fetch) },
    () => NOON_MS,
  );
  return { service, report: (token = TOKEN) => report('complete', token) };
}

describe('a report', () => {
  it('sends one GET without any credentials', async () => {
    const { service, report } = startReport(withStatus(204));
    await report();
    const { url, method, redirect, headers } = service.requestAt(0);
    assert.equal(service.requests.length, 1);
    assert.equal(
      url,
      'https://service.example/api/v3/endlinks/complete?service_endlink_token=endlink-token%2F%2B%3D',
    );
    assert.equal(method, 'GET');
    assert.equal(redirect, 'manual');
    assert.deepEqual(headers, {});
  });

  it('confirms an outcome by its status, although the body breaks off', async () => {
    await startReport(withCutBody('{')).report();
  });

  const failures = {
    'a refusal': [withErrors(422, [`${TOKEN} is used.`]), 'outcome_rejected', 422],
    'a 404 without a body': [withStatus(404), 'outcome_rejected', 404],
    'a 401': [withJson(401, {}), 'outcome_rejected', 401],
    'a 429': [withJson(429, {}), 'rate_limited', 429],
    'a 425': [withJson(425, {}), 'rate_limited', 425],
    'a 408': [withJson(408, {}), 'outcome_unknown', 408],
    'a 500': [withJson(500, {}), 'outcome_unknown', 500],
    'a redirect': [withStatus(302), 'outcome_unknown', 302],
    'no answer': [brokenConnection, 'outcome_unknown', undefined],
  } as const;
  for (const [what, [answer, code, status]] of Object.entries(failures)) {
    it(`fails with ${code} after ${what}`, async () => {
      const error = await failure(startReport(answer).report());
      assert.equal(error.code, code);
      assert.equal(error.status, status);
    });
  }

  it('keeps the messages of the service without the token, and Retry-After', async () => {
    const body = { errors: { base: [`${TOKEN} and ${encodeURIComponent(TOKEN)}.`] } };
    const answer = withJson(429, body, { 'retry-after': '3' });
    const error = await failure(startReport(answer).report());
    assert.deepEqual(error.messages, ['… and ….']);
    assert.equal(error.retryAfterSeconds, 3);
  });

  it('sends no request with a token that no URL can hold', async () => {
    const { service, report } = startReport(brokenConnection);
    assert.equal((await failure(report('\ud800'))).code, 'invalid_request');
    assert.equal(service.requests.length, 0);
  });
});
