import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VaultBffOptions } from 'vaultlink/bff';
import { VaultError } from 'vaultlink/protocol';
import { codeOf, startBff } from '../support/http-bff.ts';

const TOKEN = 'the-endlink-token';

/** Reports a complete through a backend whose host answers so. */
async function relayWith(mayReport: () => unknown, changed: Partial<VaultBffOptions> = {}) {
  const { browser, events, service } = startBff({
    mayReport: mayReport,
    ...changed,
  });
  const relay = () => browser.call('POST', '/endlinks/complete', { token: TOKEN });
  const response = await relay();
  return { response, relay, events, service };
}

describe('mayReport', () => {
  for (const [kind, answer] of [
    ['true', () => true],
    ['a promise of true', () => Promise.resolve(true)],
  ] as const) {
    it(`lets a report go with ${kind}`, async () => {
      const { response, service, events } = await relayWith(answer);
      assert.equal(response.status, 200);
      assert.equal(service.requests.length, 1);
      assert.deepEqual(events, [{ type: 'reported', outcome: 'complete' }]);
    });
  }

  for (const [kind, answer] of [
    ['false', () => false],
    ['a promise of false', () => Promise.resolve(false)],
  ] as const) {
    it(`refuses a report with ${kind}`, async () => {
      const { response, service } = await relayWith(answer);
      assert.deepEqual([response.status, await codeOf(response)], [409, 'outcome_rejected']);
      assert.deepEqual(service.requests, []);
    });
  }

  for (const [kind, answer, detail] of [
    ['undefined', () => undefined, /It returned undefined, not true or false/],
    ['null', () => null, /It returned null,/],
    ['0', () => 0, /It returned a value of type number,/],
    ['1', () => 1, /It returned a value of type number,/],
    ['NaN', () => NaN, /It returned a value of type number,/],
    ['an empty text', () => '', /It returned a value of type string,/],
    ['the text "true"', () => 'true', /It returned a value of type string,/],
    ['the text "false"', () => 'false', /It returned a value of type string,/],
    [
      'a response',
      () => new Response(TOKEN, { status: 403 }),
      /It returned a value of type object/,
    ],
    ['an object of true', () => new Boolean(true), /It returned a value of type object,/],
    ['a promise of nothing', () => Promise.resolve(), /It returned undefined,/],
    [
      'an error',
      () => {
        throw new TypeError(TOKEN);
      },
      /It threw: TypeError at /,
    ],
    ['a rejected promise', () => Promise.reject(new RangeError(TOKEN)), /It threw: RangeError at /],
    [
      'a VaultError of the host',
      () => Promise.reject(new VaultError('rate_limited', 'The list is being loaded.')),
      /The list is being loaded\./,
    ],
  ] as const) {
    it(`sends nothing, emits an event and lets the page retry if it answers with ${kind}`, async () => {
      const { response, service, events } = await relayWith(answer);
      assert.equal(response.status, 503);
      const text = await response.text();
      assert.match(text, /"error":"store_unavailable"/);
      assert.deepEqual(service.requests, []);
      assert.partialDeepStrictEqual(events, [
        { type: 'failed', where: 'may-report', code: 'store_unavailable' },
      ]);
      assert.equal(events.length, 1);
      assert.match(JSON.stringify(events), detail);
      assert.doesNotMatch(JSON.stringify(events) + text, /the-endlink-token/);
    });
  }

  it('has given no answer when it takes too long, whatever it says later', async () => {
    const late = Promise.withResolvers<boolean>();
    const { response, service, events } = await relayWith(() => late.promise, {
      mayReportTimeoutMs: 1,
    });
    late.resolve(true);
    assert.deepEqual([response.status, await codeOf(response)], [503, 'store_unavailable']);
    await late.promise;
    assert.deepEqual(service.requests, []);
    assert.match(JSON.stringify(events), /It did not return within 1 ms\./);
  });

  it('is asked again with the next attempt of the page', async () => {
    const answers = [undefined, true];
    const { response, relay, service } = await relayWith(() => answers.shift());
    assert.equal(response.status, 503);
    assert.equal((await relay()).status, 200);
    assert.equal(service.requests.length, 1);
  });

  it('must be a function', () => {
    assert.throws(() => startBff({ mayReport: true as never }), /mayReport must be a function/);
  });
});
