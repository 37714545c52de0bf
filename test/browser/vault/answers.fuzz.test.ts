import fc from 'fast-check';
import type * as Authorize from '../../../src/browser/vault/authorize.ts';
import type * as Hook from '../../../src/browser/vault/hook.ts';
import type * as Vault from '../../../src/browser/vault/index.ts';
import type * as Messages from '../../../src/browser/elements/messages.ts';
import { anyJson, hostileText, tampered } from '../../support/any-values.ts';
import { tries } from '../../support/fuzz.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import { closeTab, openPage } from '../support/buyer-page.ts';

const STATE = 'the-state';
const KEY = `vaultlink-flow-${STATE}`;
const OPTIONS = { clientId: 'c1', exchangeUrl: '/api/exchange' };

const flow = fc.oneof(
  {
    weight: 4,
    arbitrary: tampered({
      codeVerifier: 'the-verifier',
      redirectUri: 'https://buyer.example/callback',
      returnTo: '/here',
      startedAtMs: Date.now(),
    }).map((one) => JSON.stringify(one)),
  },
  anyJson.map((one) => JSON.stringify(one)),
  hostileText,
);

const answer = fc.array(
  fc.tuple(
    fc.constantFrom('state', 'code', 'error', 'error_description', 'iss', 'a', '__proto__'),
    fc.oneof(hostileText, fc.constantFrom(STATE, 'access_denied', 'the-code')),
  ),
  { maxLength: 4 },
);

/** Without objects that cannot be converted to text: JSON never contains them. */
const json = anyJson.filter((value) => !JSON.stringify(value).includes('"toString":'));

const reply = fc.record({
  status: fc.constantFrom(200, 200, 400, 401, 409, 422, 429, 500, 502),
  body: fc.oneof(
    tampered({ error: 'validation_failed', error_description: 'No.', messages: ['No.'] }, json).map(
      (one) => JSON.stringify(one),
    ),
    json.map((one) => JSON.stringify(one)),
    hostileText,
  ),
});

describe('the hook', () => {
  afterEach(closeTab);

  it('ends any flow on this origin or with a VaultError, and posts no code but that of its answer', async () => {
    const page = await openPage();
    const { finishAuthorization } = await page.load<typeof Authorize>('vault/authorize.ts');
    const { isVaultError } = await page.load<typeof Vault>('vault/index.ts');
    await fc.assert(
      fc.asyncProperty(flow, answer, reply, async (stored, pairs, { status, body }) => {
        const { requests, replies } = page.service;
        requests.length = replies.length = 0;
        replies.push(new Response(body, { status }));
        sessionStorage.setItem(KEY, stored);
        const response = new URLSearchParams([['state', STATE], ['code', 'the-code'], ...pairs]);
        try {
          const target = await finishAuthorization(response, OPTIONS);
          equal(new URL(target).origin, location.origin);
        } catch (error) {
          ok(isVaultError(error), String(error));
          ok(status >= 400 || !requests.length, 'A connection that was made is not told as failed');
        }
        equal(sessionStorage.getItem(KEY), null);
        for (const { init } of requests) {
          const sent = JSON.parse(init.body as string) as Record<string, unknown>;
          deepEqual(
            Object.values(sent).map((value) => typeof value),
            ['string', 'string', 'string', 'string'],
          );
        }
      }),
      tries(200),
    );
  });

  it('takes any answer out of the address, and leaves everything else there', async () => {
    const { load, window } = await openPage();
    const { takeAuthorizationResponse } = await load<typeof Hook>('vault/hook.ts');
    const path = window.location.pathname;
    const query = fc.array(
      fc.oneof(
        fc.constantFrom(
          '?a=b',
          'state=x',
          'code=y',
          'error=z',
          'iss',
          'a=b',
          '',
          '=',
          'state',
          'error_uri=%',
        ),
        hostileText.map((text) => 'x' + text.toWellFormed().replace(/[&#\s]/g, '')),
      ),
    );
    fc.assert(
      fc.property(query, (pairs) => {
        window.history.replaceState(null, '', `${path}?${pairs.join('&')}#h`);
        // As the browser reads it: Firefox ends an address at a NUL.
        const { search, hash } = window.location;
        const taken = takeAuthorizationResponse(path);
        const own = /^(state|code|error|error_description|error_uri|iss)(=|$)/;
        const kept = search
          .slice(1)
          .split('&')
          .filter((pair) => !taken || !own.test(pair));
        equal(window.location.search.slice(1), kept.join('&'));
        equal(window.location.hash, hash);
      }),
      // A browser allows only so many changes of the address in a while: however often all else is tried.
      { ...tries(60), numRuns: 60 },
    );
  });
});

describe('an answer of the backend', () => {
  afterEach(closeTab);

  it('is a session or a VaultError with valid fields, whatever it contains', async () => {
    const page = await openPage();
    const { isVaultError, vaultSession } = await page.load<typeof Vault>('vault/index.ts');
    await fc.assert(
      fc.asyncProperty(reply, async ({ status, body }) => {
        page.service.replies.push(new Response(body, { status }));
        try {
          await vaultSession();
          equal(status, 200);
        } catch (error) {
          ok(isVaultError(error), String(error));
          equal(typeof error.message, 'string');
          ok(Array.isArray(error.messages), 'There is a list of messages');
        }
      }),
      tries(200),
    );
  });
});

describe('the sentences of the page', () => {
  afterEach(closeTab);

  it('replace the built-in ones if they are text', async () => {
    const { load, window } = await openPage();
    const { messagesFor, spokenTag } = await load<typeof Messages>('elements/messages.ts');
    const ours = messagesFor('en');
    const overrides = fc.oneof(
      anyJson,
      fc.record({
        en: fc.oneof(anyJson, tampered({ waiting: 'Yes.', busy: 5, finish: '<b>' })),
      }),
    );
    fc.assert(
      fc.property(overrides, hostileText, (all, tag) => {
        window.vaultlinkMessages = all as never;
        const page = (all as { en?: Record<string, unknown> } | null)?.en ?? {};
        const found = messagesFor('en');
        for (const key of ['waiting', 'busy', 'finish'] as const) {
          const given = Object(page) === page ? page[key] : undefined;
          equal(found[key], typeof given === 'string' ? given : ours[key]);
        }
        deepEqual(Object.keys(found), Object.keys(ours));
        deepEqual(Object.keys(found.confirmed), Object.keys(ours.confirmed));
        equal(typeof messagesFor(spokenTag(tag)).busy, 'string');
      }),
      tries(500),
    );
  });
});
