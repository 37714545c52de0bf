import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, startBff } from '../support/http-bff.ts';
import { withJson } from '../../support/service/answers.ts';

describe('a relay', () => {
  for (const outcome of ['complete', 'fail', 'quota_full', 'screenout']) {
    it(`reports ${outcome} for a page that has no session`, async () => {
      const { browser, service, events } = startBff();
      const response = await browser.call('POST', `/endlinks/${outcome}`, { token: 'a+b/c=' });
      assert.equal(response.status, 200);
      assert.deepEqual(await response.json(), { result: 'confirmed', outcome });
      assert.deepEqual(
        service.requests.map(({ method, url }) => [method, url]),
        [
          [
            'GET',
            `https://service.example/api/v3/endlinks/${outcome}?service_endlink_token=a%2Bb%2Fc%3D`,
          ],
        ],
      );
      assert.deepEqual(events, [{ type: 'reported', outcome }]);
    });
  }

  for (const [answered, status, code] of [
    [401, 409, 'outcome_rejected'],
    [422, 409, 'outcome_rejected'],
    [425, 429, 'rate_limited'],
    [429, 429, 'rate_limited'],
    [408, 502, 'outcome_unknown'],
    [500, 502, 'outcome_unknown'],
    [503, 502, 'outcome_unknown'],
  ] as const) {
    it(`answers ${code} to an outcome that the service answers with ${answered}`, async () => {
      const { browser, service } = startBff();
      service.outcomeEndpoint.answerNext(withJson(answered, {}, { 'retry-after': '3' }));
      const response = await browser.call('POST', '/endlinks/complete', { token: 'token-1' });
      assert.equal(response.status, status);
      assert.equal(await codeOf(response), code);
      assert.equal(response.headers.get('retry-after'), '3');
    });
  }

  it('answers outcome_unknown to an outcome without an answer of the service', async () => {
    const { browser, service } = startBff();
    service.outcomeEndpoint.loseNextRequest();
    const response = await browser.call('POST', '/endlinks/complete', { token: 'token-1' });
    assert.deepEqual([response.status, await codeOf(response)], [502, 'outcome_unknown']);
  });

  it('answers outcome_rejected when mayReport refuses, and the token stays unspent', async () => {
    const asked: unknown[] = [];
    const { browser, service } = startBff({
      mayReport: ({ request, outcome, token }) => {
        asked.push([request && new URL(request.url).pathname, outcome, token]);
        return outcome !== 'complete';
      },
    });
    const response = await browser.call('POST', '/endlinks/complete', { token: 'token-1' });
    assert.deepEqual([response.status, await codeOf(response)], [409, 'outcome_rejected']);
    assert.deepEqual(service.requests, []);
    assert.equal((await browser.call('POST', '/endlinks/fail', { token: 'token-1' })).status, 200);
    assert.deepEqual(asked, [
      ['/vault/endlinks/complete', 'complete', 'token-1'],
      ['/vault/endlinks/fail', 'fail', 'token-1'],
    ]);
  });

  for (const [what, path, body] of [
    ['another outcome', 'done', { token: 'token-1' }],
    ['an outcome of a name that objects have', 'constructor', { token: 'token-1' }],
    ['a placeholder', 'complete', { token: '{{endlink_token}}' }],
    ['a token that fits into no address', 'complete', { token: 't'.repeat(4097) }],
    ['half a surrogate pair', 'complete', '{"token":"\\ud800"}'],
  ] as const) {
    it(`answers validation_failed to a relay with ${what}, and sends nothing`, async () => {
      const { browser, service } = startBff();
      const response = await browser.call('POST', `/endlinks/${path}`, body);
      assert.equal(response.status, 422);
      assert.equal(await codeOf(response), 'validation_failed');
      assert.deepEqual(service.requests, []);
    });
  }

  for (const [what, path, body] of [
    ['no token', 'complete', {}],
    ['an empty token', 'complete', { token: '' }],
    ['a token that is none', 'complete', { token: 1 }],
    ['an unknown field', 'complete', { token: 'token-1', outcome: 'complete' }],
  ] as const) {
    it(`answers invalid_request to a relay with ${what}, and sends nothing`, async () => {
      const { browser, service } = startBff();
      const response = await browser.call('POST', `/endlinks/${path}`, body);
      assert.equal(response.status, 400);
      assert.equal(await codeOf(response), 'invalid_request');
      assert.deepEqual(service.requests, []);
    });
  }

  it('requires the header and an allowed origin for a relay', async () => {
    const { bff, service } = startBff();
    const response = await bff.fetch(
      new Request('https://app.example/vault/endlinks/complete', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-vaultlink': '1' },
        body: '{"token":"token-1"}',
      }),
    );
    assert.deepEqual([response.status, await codeOf(response)], [403, 'forbidden_origin']);
    assert.deepEqual(service.requests, []);
  });
});

describe('report() on the server', () => {
  it('reports an outcome once from the server, and emits an event', async () => {
    const { bff, service, events } = startBff();
    await bff.report('screenout', 'token-1');
    assert.equal(service.requests.length, 1);
    assert.deepEqual(events, [{ type: 'reported', outcome: 'screenout' }]);
  });

  it('throws the error on the server that a page would get', async () => {
    const { bff, service } = startBff();
    await assert.rejects(bff.report('done' as never, 'token-1'), { code: 'validation_failed' });
    await assert.rejects(bff.report('complete', '${e://Field/token}'), {
      code: 'validation_failed',
    });
    service.outcomeEndpoint.answerNext(withJson(422, {}));
    await assert.rejects(bff.report('complete', 'token-1'), { code: 'outcome_rejected' });
  });
});
