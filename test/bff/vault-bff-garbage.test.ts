import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import type { Store } from 'vaultlink/bff';
import { STATUS_OF_ERROR } from 'vaultlink/protocol';
import type { VaultErrorCode } from 'vaultlink/protocol';
import { startBff } from './support/http-bff.ts';
import { hurried } from './support/time.ts';

const DAY_MS = 86_400_000;

/** Everything that a user does, from connect to disconnect. @returns all answers */
async function wholeRun(
  { bff, browser, clock }: ReturnType<typeof startBff>,
  { expires = false } = {},
) {
  const answers: Response[] = [];
  const note = async (response: Promise<Response>) => void answers.push(await response);
  const push = () => browser.call('POST', '/packets/packet-1/push', { payload: { q: 'a' } });
  const hook = { code: 'c', code_verifier: 'v'.repeat(43), state: 's' };
  const wayBack = browser.wayBack(new URLSearchParams({ state: 'made-up' }));
  for (const query of ['', '?display=popup']) {
    const out = await browser.go(`/vault/connect${query}`);
    const location = out.headers.get('location');
    await note(Promise.resolve(out));
    await note(browser.come(location ? browser.wayBack(new URL(location).searchParams) : wayBack));
  }
  await note(
    browser.call('POST', '/exchange', {
      ...hook,
      redirect_uri: `https://app.example/vault/callback`,
    }),
  );
  await note(push());
  if (expires) {
    clock.ms += 0.95 * DAY_MS;
    await note(push());
    clock.ms += DAY_MS;
    await note(push());
  }
  await bff.push('ada', 'packet-1', {}).catch((error: unknown) => {
    assert.equal((error as Error).name, 'VaultError');
  });
  await note(browser.call('POST', '/endlinks/complete', { token: 'token-1' }));
  await note(browser.call('GET', '/session'));
  await note(browser.call('GET', '/health'));
  await note(browser.call('DELETE', '/session'));
  await bff.close(0);
  return answers;
}

/** Every answer is one of ours, or a page of ours. */
async function assertOurs(answers: Response[]) {
  for (const answer of answers) {
    const text = await answer.text();
    if (answer.status < 400 || answer.headers.get('content-type')?.startsWith('text/html'))
      continue;
    const { error, status } = JSON.parse(text) as { error: VaultErrorCode; status?: string };
    if (status !== 'unavailable') assert.equal(answer.status, STATUS_OF_ERROR[error], text);
  }
}

describe('a service that answers anything', () => {
  const garbage: Record<string, () => Response> = {
    'a page': () =>
      new Response('<!doctype html><h1>Hello</h1>', { headers: { 'content-type': 'text/html' } }),
    nothing: () => new Response(null, { status: 204 }),
    'half of JSON': () => new Response('{"access_token":"a","refresh_tok'),
    'a list': () => Response.json([]),
    null: () => Response.json(null),
    'a number': () => Response.json(7),
    text: () => Response.json('{}'),
    'fields of other types': () =>
      Response.json({ access_token: [], token_type: {}, refresh_token: 1, sellers_packet: 1 }),
    'errors of other types': () =>
      Response.json(
        { error: {}, error_description: [], errors: { base: [{}, null] } },
        { status: 422 },
      ),
    'errors that are a list': () => Response.json({ errors: ['No.'] }, { status: 400 }),
    'names that objects have': () =>
      new Response('{"__proto__":{"error":"invalid_grant"},"constructor":1}', { status: 400 }),
    'a redirect': () =>
      new Response(null, { status: 302, headers: { location: 'https://evil.example' } }),
    'an odd status': () => new Response('', { status: 599, headers: { 'retry-after': 'soon' } }),
    'not authorized': () =>
      new Response('', { status: 401, headers: { 'www-authenticate': '???' } }),
  };
  for (const [what, answer] of Object.entries(garbage)) {
    it(`answers with errors of the wire when the service answers with ${what}`, async () => {
      for (const issuesTokens of [false, true]) {
        const started = startBff({ subject: () => 'ada' });
        started.service.answerEvery(answer);
        if (issuesTokens) started.service.tokenEndpoint.answerNormally();
        await assertOurs(await wholeRun(started));
      }
    });
  }
});

describe('a store that is away for one of its methods', () => {
  const methods = Object.keys(memoryStore()) as (keyof Store)[];
  const failures = {
    throws: () => {
      throw new Error('away');
    },
    rejects: () => Promise.reject(new Error('away')),
  };
  for (const method of methods) {
    for (const [how, fail] of Object.entries(failures)) {
      // What saves a pair never gives up: see save.test.ts.
      if (method === 'saveGrant') continue;
      it(`answers with errors of the wire when ${method} of the store ${how}`, async (context) => {
        const clock = { now: () => 0 };
        const store = { ...memoryStore({ now: () => clock.now() }), [method]: fail };
        const started = startBff({ subject: () => 'ada', store });
        // A lease that cannot be given back ends with its time.
        clock.now = () => started.clock.ms;
        const answers = await hurried(context, () => wholeRun(started, { expires: true }));
        await assertOurs(answers);
      });
    }
  }
});
