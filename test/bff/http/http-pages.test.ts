import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { memoryStore } from 'vaultlink/bff';
import { startBff } from '../support/http-bff.ts';
import { withJson } from '../../support/service/answers.ts';

/** Runs the one script of a page as a browser would, and tells what it did. */
function run(page: string, { hasOpener = true, hasChannel = true } = {}) {
  const [, nonce, telling, script = ''] =
    /<script nonce="([\w-]+)" data-message="([^"]*)">([^]*?)<\/script>/.exec(page) ?? [];
  const did: unknown[] = [];
  const data = telling?.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  runInNewContext(script, {
    document: { currentScript: { dataset: { message: data } } },
    window: {
      opener: hasOpener
        ? {
            postMessage: (message: unknown, origin: string) =>
              did.push(['opener', message, origin]),
          }
        : null,
      close: () => did.push(['close']),
    },
    ...(hasChannel && {
      BroadcastChannel: class {
        name: string;
        constructor(name: string) {
          this.name = name;
        }
        postMessage(message: unknown) {
          did.push(['channel', message, this.name]);
        }
      },
    }),
  });
  return { nonce, did: JSON.parse(JSON.stringify(did)) as unknown[] };
}

const CONNECTED = { type: 'vaultlink-connect' };
const DENIED = { type: 'vaultlink-connect', error: 'access_denied' };

describe('the last page of a popup', () => {
  it('sends the result of a popup to its opener at exactly its origin and to every page of the own origin, and closes the popup', async () => {
    const { browser } = startBff({ allowedOrigins: ['https://www.partner.example'] });
    const response = await browser.connect(
      '?display=popup&return_to=https://www.partner.example/a',
    );
    assert.equal(response.status, 200);
    assert.deepEqual(run(await response.text()).did, [
      ['opener', CONNECTED, 'https://www.partner.example'],
      ['channel', CONNECTED, 'vaultlink'],
      ['close'],
    ]);
    assert(browser.jar.has('__Host-Http-vaultlink'));
  });

  it('closes a popup without an opener and without channels', async () => {
    const { browser } = startBff();
    const page = await (await browser.connect('?display=popup')).text();
    assert.deepEqual(run(page, { hasOpener: false, hasChannel: false }).did, [['close']]);
  });

  it('shows the result and a link back when a popup may not close itself', async () => {
    const { browser } = startBff();
    const page = await (
      await browser.connect('?display=popup&return_to=/settings?a=1%26b=2')
    ).text();
    assert.match(page, /You are connected/);
    assert.match(page, /href="https:\/\/app\.example\/settings\?a=1&amp;b=2"/);
  });

  it('sends a refusal of the user from a popup to its opener', async () => {
    const { browser } = startBff();
    const path = browser.wayBack(await browser.setOut('?display=popup'), {
      error: 'access_denied',
    });
    const page = await (await browser.come(path)).text();
    assert.deepEqual(run(page).did, [
      ['opener', DENIED, 'https://app.example'],
      ['channel', DENIED, 'vaultlink'],
      ['close'],
    ]);
    assert.match(page, /You said no/);
  });

  it('sends a failure from a popup to its opener, and keeps the popup open', async () => {
    const { browser, service } = startBff();
    service.tokenEndpoint.answerNext(withJson(503, {}));
    const response = await browser.connect('?display=popup');
    assert.equal(response.status, 502);
    const page = await response.text();
    const error = { type: 'vaultlink-connect', error: 'service_error' };
    assert.deepEqual(run(page).did, [
      ['opener', error, 'https://app.example'],
      ['channel', error, 'vaultlink'],
    ]);
    assert.match(page, /href="\/vault\/connect\?return_to=[^"]*&amp;display=popup"/);
  });

  const PARTNER = 'https://www.partner.example';

  it('sends a failure to start from a popup to its opener, and offers to start again in the popup', async () => {
    for (const [query, options, code] of [
      ['return_to=settings', {}, 'invalid_request'],
      [`return_to=/${'a'.repeat(1000)}`, {}, 'invalid_request'],
      ['return_to=/a', { subject: () => undefined }, 'subject_missing'],
    ] as const) {
      const { browser } = startBff(options);
      const headers = { 'sec-fetch-site': 'same-origin' };
      const path = `/vault/connect?display=popup&${query}`;
      const page = await (await browser.come(path, headers)).text();
      const error = { type: 'vaultlink-connect', error: code };
      assert.deepEqual(run(page).did, [
        ['opener', error, 'https://app.example'],
        ['channel', error, 'vaultlink'],
      ]);
      assert.match(page, /href="\/vault\/connect\?return_to=[^"]*&amp;display=popup"/);
    }
  });

  it('sends a failure to start to an opener of an allowed origin, which the referrer names if return_to does not', async () => {
    const { browser } = startBff({ allowedOrigins: [PARTNER], subject: () => undefined });
    for (const [query, referer, origin] of [
      [`return_to=${PARTNER}/a`, '', PARTNER],
      ['return_to=settings', `${PARTNER}/`, PARTNER],
      ['return_to=settings', 'https://evil.example/', 'https://app.example'],
    ] as const) {
      const path = `/vault/connect?display=popup&${query}`;
      const headers = { 'sec-fetch-site': 'same-origin', referer };
      const page = await (await browser.come(path, headers)).text();
      const [, , target] = run(page).did[0] as unknown[];
      assert.equal(target, origin);
    }
  });

  it('sends a failure to nobody when the authorization runs in the page', async () => {
    const { browser } = startBff();
    const page = await (await browser.come('/vault/connect?return_to=settings')).text();
    assert.doesNotMatch(page, /<script/);
  });

  it('sends a failure of a callback without its cookie to the opener of the own origin alone, since other tabs may be connecting', async () => {
    const { browser } = startBff();
    const path = browser.wayBack(await browser.setOut('?display=popup'));
    browser.jar.clear();
    const page = await (await browser.come(path)).text();
    const error = { type: 'vaultlink-connect', error: 'state_missing' };
    assert.deepEqual(run(page).did, [['opener', error, 'https://app.example']]);
  });

  it('answers a repeated callback of a popup with the same page', async () => {
    const { browser } = startBff();
    const path = browser.wayBack(await browser.setOut('?display=popup'));
    await browser.come(path);
    assert.match(await (await browser.come(path)).text(), /You are connected/);
  });
});

describe('a way back to an origin that is not allowed any more', () => {
  const PARTNER = 'https://www.partner.example';

  /** Sets out while the partner is allowed, and comes back when it is not. */
  async function comeBack(query: string, answer: Record<string, string> = {}) {
    const store = memoryStore();
    const before = startBff({ store, allowedOrigins: [PARTNER] });
    const after = startBff({ store });
    const path = before.browser.wayBack(
      await before.browser.setOut(`?return_to=${PARTNER}/a${query}`),
      answer,
    );
    for (const [name, cookie] of before.browser.jar) after.browser.jar.set(name, cookie);
    const response = await after.browser.come(path);
    return { location: response.headers.get('location'), page: await response.text() };
  }

  it('redirects to the own origin when that of return_to is not allowed any more', async () => {
    assert.equal((await comeBack('')).location, 'https://app.example/');
    const { location } = await comeBack('', { error: 'access_denied' });
    assert.equal(location, 'https://app.example/?vault=denied');
  });

  it('sends the result of a popup to the own origin when that of return_to is not allowed any more', async () => {
    for (const answer of [{}, { error: 'access_denied' }, { error: 'server_error' }]) {
      const { page } = await comeBack('&display=popup', answer);
      assert.doesNotMatch(page, /partner/);
      assert(
        run(page).did.some((one) => JSON.stringify(one).includes('"https://app.example"')),
        page,
      );
    }
  });
});

describe('what is in the address', () => {
  it('repeats nothing of the address in a page', async () => {
    const { browser } = startBff();
    const evil = '"><script>alert(1)</script>\'&<img src=x onerror=alert(1)>';
    const queries = [
      { error: evil, error_description: evil, error_uri: evil, iss: evil },
      { error: 'server_error', error_description: evil },
      { code: '', [evil]: evil },
    ];
    for (const display of ['page', 'popup']) {
      for (const query of queries) {
        const path = browser.wayBack(await browser.setOut(`?display=${display}`), query);
        const text = await (await browser.come(path, { 'accept-language': evil })).text();
        assert.doesNotMatch(text, /alert\(|onerror=|<img/);
      }
    }
    const state = encodeURIComponent(evil);
    for (const path of [`callback?code=c&state=${state}`, `connect?return_to=${state}`]) {
      const text = await (await browser.come(`/vault/${path}`)).text();
      assert.doesNotMatch(text, /alert\(|onerror=|<img/);
    }
    const link = await browser.setOut(`?return_to=/${encodeURIComponent('?a="><b>\'')}`);
    const path = browser.wayBack(link, { error: 'server_error' });
    assert.doesNotMatch(await (await browser.come(path)).text(), /<b>/);
  });
});

/** The page that a callback shows where Fay set out, and somebody else or nobody is signed in. */
async function pageOfUser(user: string | undefined) {
  let signedIn: string | undefined = 'fay';
  const { browser } = startBff({ subject: () => signedIn });
  const path = browser.wayBack(await browser.setOut());
  signedIn = user;
  return browser.come(path);
}

describe('every page of ours', () => {
  const pages = async () => {
    const { browser } = startBff();
    return [
      await browser.connect('?display=popup'),
      await browser.come('/vault/callback?state=x&code=c'),
      await browser.go('/vault/connect?return_to=//evil.example'),
      await pageOfUser(undefined),
      await pageOfUser('mallory'),
    ];
  };

  it('lets a page load and run nothing but what is in it', async () => {
    for (const response of await pages()) {
      const policy = response.headers.get('content-security-policy') ?? '';
      assert.match(
        policy,
        /^default-src 'none'; script-src 'nonce-([\w-]{43})'; style-src 'nonce-\1'; /,
      );
      assert.match(policy, /base-uri 'none'; form-action 'none'; frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe|\*|https?:/);
      const page = await response.text();
      const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1];
      for (const [, own] of page.matchAll(/<(?:script|style)\b(?: nonce="([^"]*)")?/g)) {
        assert.equal(own, nonce);
      }
      assert.doesNotMatch(page, /\bsrc=|@import|url\(|\bon\w+=|style="/);
    }
  });

  it('lets no cache keep a page, and sends no referrer', async () => {
    for (const { headers } of await pages()) {
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    }
  });

  it('gives each page its own nonce', async () => {
    const policies = (await pages()).map(({ headers }) => headers.get('content-security-policy'));
    assert.equal(new Set(policies).size, policies.length);
  });

  for (const [wanted, language, direction, title] of [
    ['de-AT,en;q=0.5', 'de', 'ltr', 'Wir erkennen diesen Browser nicht'],
    ['ja,fr;q=0.8', 'fr', 'ltr', 'Nous ne reconnaissons pas ce navigateur'],
    ['ar', 'ar', 'rtl', 'لا نتعرف على هذا المتصفح'],
    ['ja', 'en', 'ltr', 'We do not recognise this browser'],
    ['', 'en', 'ltr', 'We do not recognise this browser'],
  ] as const) {
    it(`writes a page in ${language} for "${wanted}"`, async () => {
      const { browser } = startBff();
      const headers = wanted ? { 'accept-language': wanted } : undefined;
      const page = await (await browser.come('/vault/callback?state=x&code=c', headers)).text();
      assert.match(page, new RegExp(`<html lang="${language}" dir="${direction}">`));
      assert(page.includes(`<h1>${title}</h1>`));
    });
  }

  it('answers with JSON instead of a page when only JSON is accepted', async () => {
    const { browser } = startBff();
    const accept = { accept: 'application/json' };
    const response = await browser.come('/vault/callback?state=x&code=c', accept);
    assert.equal(response.headers.get('content-type'), 'application/json');
  });
});
