import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hostileText } from '../../support/any-values.ts';
import { tries } from '../../support/fuzz.ts';
import { assertOurs } from '../support/http-answer.ts';
import { ORIGIN } from '../support/http-browser.ts';
import { startBff } from '../support/http-bff.ts';

const OTHER = 'https://other.example';
const BACK = [ORIGIN, OTHER];

const returnTo = fc.oneof(
  hostileText,
  hostileText.map((text) => `/${text}`),
  fc.tuple(fc.constantFrom(ORIGIN, OTHER), hostileText).map(([origin, text]) => origin + text),
  fc
    .tuple(fc.constantFrom('/', OTHER + '/'), fc.constantFrom('?q=', '#', 'a/', '?'), hostileText)
    .map(([origin, between, text]) => origin + between + text),
);

/** What comes back beside, or instead of, the state and the code that should. */
const answer = fc.dictionary(
  fc.constantFrom('code', 'state', 'error', 'error_description', 'iss', 'a'),
  fc.oneof(
    hostileText,
    fc.constantFrom('access_denied', 'server_error', 'invalid_scope', '<b onclick="x">'),
  ),
  { maxKeys: 2 },
);

const language = fc.oneof(
  fc.constantFrom('de', 'ar', 'en-GB,ar;q=0', ''),
  hostileText.map((text) => text.replace(/[^\x20-\x7e]/g, '')),
);

describe('a flow with a return address and an answer of any kind', () => {
  it('ends on the page, or in words that hold nothing of what was brought along as a tag, and never elsewhere', async () => {
    const { bff, browser, events, openBrowser } = startBff({ allowedOrigins: [OTHER] });
    await fc.assert(
      fc.asyncProperty(
        fc.record({ returnTo, answer, language, isPopup: fc.boolean(), isOther: fc.boolean() }),
        async (one) => {
          const query = new URLSearchParams({ return_to: one.returnTo });
          if (one.isPopup) query.set('display', 'popup');
          const headers = { 'accept-language': one.language };
          const out = await browser.go(`/vault/connect?${query.toString()}`, headers);
          const authorization = new URL(out.headers.get('location') ?? ORIGIN);
          await assertOurs(out, ['https://service.example', ORIGIN]);
          assert.equal(out.status === 302, authorization.origin === 'https://service.example');

          const comer = one.isOther ? openBrowser() : browser;
          const way = comer.wayBack(authorization.searchParams, one.answer);
          const back = await comer.come(way, headers);
          const code = await assertOurs(back.clone(), BACK);
          assert.doesNotMatch(await back.text(), /the-code/);
          assert.notEqual(code, 'service_unreachable');
        },
      ),
      tries(1000),
    );
    assert.doesNotMatch(
      JSON.stringify(events),
      /the-client-secret|(access|refresh)-\d+-secret|the-code/,
    );
    await bff.close();
  });
});
