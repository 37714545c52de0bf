import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VaultBffOptions } from 'vaultlink/bff';
import { pageOf, startBff } from '../support/http-bff.ts';

const PARTNER = 'https://partner.app.example';
const QUERY = '?return_to=%2Fsettings%3Fa%3D1%26b%3D2&display=popup&campaign=spring';

const CROSS_SITE = { 'sec-fetch-site': 'cross-site' };

/** A backend, and a browser whose requests carry no more than what a test gives them. */
function start(changed: Partial<VaultBffOptions> = {}) {
  const { bff, ...rest } = startBff({ allowedOrigins: [PARTNER], ...changed });
  const visit = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    bff.fetch(
      new Request(new URL(path, 'https://app.example'), {
        method,
        headers: { accept: 'text/html', ...headers },
      }),
    );
  return { ...rest, visit };
}

/** Returns the address to which the button of a page leads. */
function buttonOf(page: string): URL {
  const href = /<a href="([^"]*)"/.exec(page)?.[1] ?? '';
  return new URL(href.replaceAll('&amp;', '&'), 'https://app.example');
}

/** Returns the cookies of a response as a browser would send them back. */
const cookiesOf = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

/** Returns whether an answer leads to the authorization page at once. */
const leadsOn = ({ status, headers }: Response) =>
  status === 302 && headers.get('location')?.startsWith('https://service.example/') === true;

describe('a navigation to connect', () => {
  for (const [where, headers] of [
    ['a page of the own origin', { 'sec-fetch-site': 'same-origin' }],
    ['the address bar or a bookmark', { 'sec-fetch-site': 'none' }],
    [
      'a page of an allowed origin on the same site',
      { 'sec-fetch-site': 'same-site', referer: `${PARTNER}/` },
    ],
    ['a page of the own origin, in an older Safari', { referer: 'https://app.example/settings' }],
    ['a page of an allowed origin, in an older Safari', { referer: `${PARTNER}/` }],
  ] as const) {
    it(`leads to the service at once from ${where}`, async () => {
      assert(leadsOn(await start().visit('/vault/connect', headers)));
    });
  }

  for (const [where, headers] of [
    ['another site', CROSS_SITE],
    ['another site that sends no referrer', { ...CROSS_SITE, referer: '' }],
    ['another site through a page of the own', { ...CROSS_SITE, referer: 'https://app.example/' }],
    ['an allowed origin on another site', { ...CROSS_SITE, referer: `${PARTNER}/` }],
    [
      'a sibling that is not allowed',
      { 'sec-fetch-site': 'same-site', referer: 'https://evil.app.example/' },
    ],
    [
      'a sibling that is led to by a page of the own',
      { 'sec-fetch-site': 'same-site', referer: 'https://app.example/' },
    ],
    ['a sibling that sends no referrer', { 'sec-fetch-site': 'same-site' }],
    ['another site, in an older Safari', { referer: 'https://evil.example/' }],
    ['another site that begins like the own', { referer: 'https://app.example.evil.example/' }],
    ['nobody knows where', {}],
    ['somewhere that is no address', { referer: 'app.example' }],
    ['a word for the site that does not exist', { 'sec-fetch-site': 'same-planet' }],
  ] as const) {
    it(`asks the user first, and begins nothing, from ${where}`, async () => {
      const { visit, service } = start();
      const response = await visit('/vault/connect', headers);
      assert.equal(response.status, 200);
      assert.equal(response.headers.has('location'), false);
      assert.doesNotMatch(cookiesOf(response), /flow/);
      assert.deepEqual(service.requests, []);
    });
  }
});

describe('the page that asks before it connects', () => {
  it('names the origins of this site and of the service', async () => {
    const response = await start({
      service: {
        baseUrl: 'https://service.example',
        authorizeUrl: 'https://login.service.example/start',
      },
    }).visit('/vault/connect', CROSS_SITE);
    const { text } = await pageOf(response);
    assert.match(text, /<h1>Connect your vault\?<\/h1>/);
    assert.match(text, /<bdi>https:\/\/app\.example<\/bdi>/);
    assert.match(text, /<bdi>https:\/\/login\.service\.example<\/bdi>/);
  });

  for (const language of ['en', 'de', 'es', 'fr', 'pt', 'ar']) {
    it(`names both origins once each in ${language}`, async () => {
      const headers = { ...CROSS_SITE, 'accept-language': language };
      const { text } = await pageOf(await start().visit('/vault/connect', headers));
      assert.match(text, new RegExp(`<html lang="${language}"`));
      assert.deepEqual(
        [...text.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, origin]) => origin).sort(),
        ['https://app.example', 'https://service.example'],
      );
      assert.doesNotMatch(text, /{site}|{service}/);
    });
  }

  it('keeps every parameter in the link of its button', async () => {
    const { text } = await pageOf(await start().visit(`/vault/connect${QUERY}`, CROSS_SITE));
    const { pathname, searchParams } = buttonOf(text);
    assert.equal(pathname, '/vault/connect');
    assert.deepEqual(Object.fromEntries(searchParams), {
      return_to: '/settings?a=1&b=2',
      display: 'popup',
      campaign: 'spring',
    });
  });

  it('has a button that leads to the service in one navigation, and back to return_to', async () => {
    const { visit, browser } = start();
    const query = '?return_to=/settings?a=1%26b=2';
    const { href } = buttonOf(
      (await pageOf(await visit(`/vault/connect${query}`, CROSS_SITE))).text,
    );
    const away = await browser.go(href);
    assert(leadsOn(away));
    const { searchParams } = new URL(away.headers.get('location') ?? '');
    const back = await browser.come(browser.wayBack(searchParams));
    assert.equal(back.headers.get('location'), 'https://app.example/settings?a=1&b=2');
  });

  it('asks again where another site has the link of its button', async () => {
    const { visit } = start();
    const asked = await visit('/vault/connect', CROSS_SITE);
    const { href } = buttonOf((await pageOf(asked)).text);
    const again = await visit(href, { ...CROSS_SITE, cookie: cookiesOf(asked) });
    assert.equal(leadsOn(again), false);
  });

  it('can be left in a browser that says nothing of where it comes from', async () => {
    const { visit } = start();
    const asked = await visit('/vault/connect?return_to=/a', {});
    const { href } = buttonOf((await pageOf(asked)).text);
    assert(leadsOn(await visit(href, { cookie: cookiesOf(asked) })));
  });

  it('marks its link for this browser alone, with a Strict cookie for ten minutes', async () => {
    const { visit } = start();
    const asked = await visit('/vault/connect', {});
    assert.match(
      asked.headers.getSetCookie()[0] ?? '',
      /^__Host-Http-vaultlink-connect=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/,
    );
    const { href } = buttonOf((await pageOf(asked)).text);
    const other = await visit('/vault/connect', {});
    for (const cookie of ['', '__Host-Http-vaultlink-connect=', cookiesOf(other)]) {
      assert.equal(leadsOn(await visit(href, { cookie })), false);
    }
    assert.equal(leadsOn(await visit('/vault/connect', { cookie: cookiesOf(asked) })), false);
    const empty = { cookie: '__Host-Http-vaultlink-connect=' };
    assert.equal(leadsOn(await visit('/vault/connect?confirmation=', empty)), false);
  });

  it('marks nothing in a browser that says where it comes from', async () => {
    const response = await start().visit('/vault/connect', CROSS_SITE);
    assert.deepEqual(response.headers.getSetCookie(), []);
  });

  it('leaves out a mark that another page put into its address', async () => {
    const { visit } = start();
    const path = '/vault/connect?confirmation=theirs&return_to=/a';
    for (const headers of [CROSS_SITE, {}]) {
      const { status, text } = await pageOf(await visit(path, headers));
      assert.equal(status, 200);
      assert.doesNotMatch(text, /theirs/);
    }
  });

  it('refuses frames, is kept by no cache, and sends no referrer', async () => {
    const { headers } = await start().visit('/vault/connect', CROSS_SITE);
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
  });

  it('comes before the host is asked for its user, whose Strict cookie another site does not send', async () => {
    const { visit } = start({ subject: () => undefined });
    assert.equal((await visit('/vault/connect', CROSS_SITE)).status, 200);
    assert.equal((await visit('/vault/connect', { 'sec-fetch-site': 'same-origin' })).status, 403);
  });

  it('does not come where the parameters are wrong', async () => {
    const { visit } = start();
    for (const query of ['display=frame', 'return_to=https://evil.example/']) {
      assert.equal((await visit(`/vault/connect?${query}`, CROSS_SITE)).status, 400);
    }
  });

  it('comes to nobody who only looks ahead', async () => {
    const { visit } = start();
    for (const response of [
      await visit('/vault/connect', {}, 'HEAD'),
      await visit('/vault/connect', { 'sec-purpose': 'prefetch' }),
      await visit('/vault/connect', { ...CROSS_SITE, 'sec-purpose': 'prefetch;prerender' }),
    ]) {
      assert.equal(response.status, 204);
      assert.deepEqual(response.headers.getSetCookie(), []);
    }
  });
});
