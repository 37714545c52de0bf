import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { inspect } from 'node:util';
import { createVaultBff, fetchTransport, memoryStore } from 'vaultlink/bff';
import type { VaultBff, VaultEvent } from 'vaultlink/bff';
import { openBrowser } from '../support/http-browser.ts';
import { someOptions } from '../support/http-bff.ts';
import { standInService } from '../../support/service/stand-in-service.ts';
import type { Answer } from '../../support/service/answers.ts';
import { jsonResponse, withJson, withText } from '../../support/service/answers.ts';

const DAY_MS = 86_400_000;

/** An answer that repeats the whole request. */
const withEcho =
  (status: number, error = 'invalid_request'): Answer =>
  (request) => {
    const sent = JSON.stringify(request);
    return jsonResponse(status, { error, error_description: sent, errors: { base: [sent] } });
  };

describe('a whole run, errors included', () => {
  it('shows no secret, token, code or verifier anywhere but in requests to the service', async () => {
    const seen: string[] = [];
    for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      mock.method(console, method, (...all: unknown[]) => void seen.push(inspect(all)));
    }
    mock.method(process.stderr, 'write', (text: unknown) => Boolean(seen.push(String(text))));
    const clock = { ms: Date.parse('2026-03-01T12:00:00.000Z') };
    const options = someOptions();
    const now = () => clock.ms;
    const service = standInService({ now });
    const { tokenEndpoint, pushEndpoint, outcomeEndpoint } = service;
    const bff = createVaultBff({
      ...options,
      service: { ...options.service, transport: fetchTransport(service.fetch) },
      store: memoryStore({ now }),
      relay: 'forward',
      hook: true,
      subject: () => 'ada',
      mayReport: ({ outcome, token }) => {
        if (outcome === 'fail') throw new Error(`No: ${token}`);
        return outcome !== 'screenout';
      },
      onEvent: (event: VaultEvent) => void seen.push(inspect(event, { depth: null })),
      now,
    });

    /** Notes all of an answer but the cookies, which are for this browser alone. */
    const watched: Pick<VaultBff, 'fetch'> = {
      async fetch(request) {
        const response = await bff.fetch(request);
        const headers = [...response.headers].filter(([name]) => name !== 'set-cookie');
        seen.push(inspect(headers), await response.clone().text());
        return response;
      },
    };
    const thrown = async (promise: Promise<unknown>) =>
      promise.then(
        () => assert.fail('It should have failed.'),
        (error: unknown) =>
          void seen.push(inspect(error, { depth: null, showHidden: true }), JSON.stringify(error)),
      );
    const browser = openBrowser(watched);
    const push = () => browser.call('POST', '/packets/packet-1/push', { payload: { q: 'a' } });
    const relay = (outcome: string) =>
      browser.call('POST', `/endlinks/${outcome}`, { token: 'endlink-token-secret' });
    const hook = {
      code: 'hook-code-secret',
      code_verifier: 'hook-verifier-secret'.padEnd(43, 'v'),
      state: 'the-state',
      redirect_uri: options.client.redirectUri,
    };
    const come = async (code = 'code-secret') =>
      browser.come(browser.wayBack(await browser.setOut(), { code }));

    for (const status of [400, 401, 422, 429, 500]) {
      tokenEndpoint.answerNext(withEcho(status));
      await come();
      tokenEndpoint.answerNext(withEcho(status));
      await browser.call('POST', '/exchange', hook);
    }
    tokenEndpoint.answerNext(withText('<html>code-secret</html>'));
    await come();
    tokenEndpoint.answerNext(
      withJson(200, { access_token: 'access-broken-secret', refresh_token: 7 }),
    );
    await come();
    await browser.call('POST', '/exchange', { ...hook, redirect_uri: 'https://elsewhere.example' });
    await browser.call('POST', '/exchange', JSON.stringify(hook).slice(0, -1));
    await browser.call('POST', '/exchange', hook);
    assert.equal((await come()).status, 303);

    await browser.call('GET', '/session');
    assert.equal((await push()).status, 200);
    for (const status of [400, 403, 404, 422, 429, 500]) {
      pushEndpoint.answerNext(withEcho(status));
      await push();
      pushEndpoint.answerNext(withEcho(status));
      await thrown(bff.push('ada', 'packet-1', {}));
      outcomeEndpoint.answerNext(withEcho(status));
      await relay('complete');
      outcomeEndpoint.answerNext(withEcho(status));
      await thrown(bff.report('complete', 'endlink-token-secret'));
    }
    for (const outcome of ['complete', 'fail', 'screenout', 'other']) await relay(outcome);

    clock.ms += DAY_MS;
    assert.equal((await push()).status, 200);
    clock.ms += DAY_MS;
    tokenEndpoint.answerNext(withEcho(500), withEcho(500));
    await push();
    tokenEndpoint.answerNext(withEcho(400, 'invalid_grant'));
    await push();
    await thrown(bff.push('ada', 'packet-1', {}));
    await browser.call('GET', '/session');
    await browser.call('DELETE', '/session');
    await bff.close();
    mock.restoreAll();

    const secrets = new Set(['the-client-secret', 'k'.repeat(32), btoa('k'.repeat(32))]);
    for (const received of ['access-token-1', 'refresh-token-1', 'access-broken-secret'])
      secrets.add(received);
    for (const request of service.requests) {
      const sent = JSON.stringify(request);
      for (const [secret] of sent.matchAll(
        /(?:access|refresh)-token-\d+|(?:code|hook|endlink)[\w-]*-secret\w*/g,
      ))
        secrets.add(secret);
      const { code_verifier: verifier } = request.body;
      if (typeof verifier === 'string') secrets.add(verifier);
    }
    assert(secrets.size > 20, [...secrets].join());
    assert(seen.length > 100);
    for (const secret of secrets) {
      const leak = seen.find((text) => text.includes(secret));
      assert.equal(leak, undefined, `${secret} is in: ${leak}`);
    }
  });
});
