import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { inspect } from 'node:util';
import { createVaultBff, memoryStore } from 'vaultlink/bff';
import type { VaultBff, VaultEvent } from 'vaultlink/bff';
import { openBrowser } from '../support/http-browser.ts';
import { someOptions } from '../support/http-bff.ts';
import { fakeService, refusal } from '../support/http-service.ts';

const DAY_MS = 86_400_000;

/** A service that repeats what it was sent in everything that it refuses. */
const echo = (status: number) => (sent: string) =>
  refusal(status, { error: 'invalid_request', error_description: sent, errors: { base: [sent] } });

describe('a whole run, errors included', () => {
  it('lets no secret, token, code or verifier be read anywhere but in what is sent to the service', async () => {
    const seen: string[] = [];
    for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      mock.method(console, method, (...all: unknown[]) => void seen.push(inspect(all)));
    }
    mock.method(process.stderr, 'write', (text: unknown) => Boolean(seen.push(String(text))));
    const service = fakeService();
    const clock = { ms: Date.parse('2026-03-01T12:00:00.000Z') };
    const bodies: string[] = [];
    const answers: ((sent: string) => Response)[] = [];
    const options = someOptions();
    const now = () => clock.ms;
    const bff = createVaultBff({
      ...options,
      service: {
        ...options.service,
        fetch: async (url, init) => {
          const sent = `${url} ${JSON.stringify(init)}`;
          bodies.push(sent);
          const answer = answers.shift();
          return answer ? answer(sent) : service.fetch(url, init);
        },
      },
      store: memoryStore({ now }),
      relay: true,
      hook: true,
      subject: () => 'ada',
      mayReport: (_, outcome, token) => {
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
      answers.push(echo(status));
      await come();
      answers.push(echo(status));
      await browser.call('POST', '/exchange', hook);
    }
    answers.push(() => new Response('<html>code-secret</html>'));
    await come();
    answers.push(() => refusal(200, { access_token: 'access-broken-secret', refresh_token: 7 }));
    await come();
    await browser.call('POST', '/exchange', { ...hook, redirect_uri: 'https://elsewhere.example' });
    await browser.call('POST', '/exchange', JSON.stringify(hook).slice(0, -1));
    await browser.call('POST', '/exchange', hook);
    assert.equal((await come()).status, 303);

    await browser.call('GET', '/session');
    assert.equal((await push()).status, 200);
    for (const status of [400, 403, 404, 422, 429, 500]) {
      answers.push(echo(status));
      await push();
      answers.push(echo(status));
      await thrown(bff.push('ada', 'packet-1', {}));
      answers.push(echo(status));
      await relay('complete');
      answers.push(echo(status));
      await thrown(bff.report('complete', 'endlink-token-secret'));
    }
    for (const outcome of ['complete', 'fail', 'screenout', 'other']) await relay(outcome);

    clock.ms += DAY_MS;
    assert.equal((await push()).status, 200);
    clock.ms += DAY_MS;
    answers.push(echo(500), echo(500));
    await push();
    answers.push((sent) => refusal(400, { error: 'invalid_grant', error_description: sent }));
    await push();
    await thrown(bff.push('ada', 'packet-1', {}));
    await browser.call('GET', '/session');
    await browser.call('DELETE', '/session');
    await bff.close();
    mock.restoreAll();

    const secrets = new Set(['the-client-secret', 'k'.repeat(32), btoa('k'.repeat(32))]);
    for (const received of ['access-1-secret', 'refresh-1-secret', 'access-broken-secret'])
      secrets.add(received);
    for (const body of bodies) {
      for (const [secret] of body.matchAll(/(?:access|refresh|code|hook|endlink)[\w-]*-secret\w*/g))
        secrets.add(secret);
      for (const [, verifier] of body.matchAll(/code_verifier\\":\\"([\w.~-]+)/g))
        secrets.add(verifier ?? '');
    }
    assert(secrets.size > 20, [...secrets].join());
    assert(seen.length > 100);
    for (const secret of secrets) {
      const leak = seen.find((text) => text.includes(secret));
      assert.equal(leak, undefined, `${secret} is in: ${leak}`);
    }
  });
});
