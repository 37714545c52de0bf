import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Script } from 'node:vm';
import { form, part, textOf } from './console-driver.ts';
import { startSandbox } from '../driver.ts';
import { authorizeUrl, startOAuth } from '../oauth-driver.ts';

const PAGES = ['/', '/developer', '/sandbox/log', '/sandbox/lab', '/sandbox/check'];

const pair = { packet_id: 'packet-1', seller_id: 'seller-1' };

describe('the console', () => {
  it('says that it is a sandbox and lists the packets of the first seller', async () => {
    const { call } = startSandbox();
    const { status, headers, body } = await call('/');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    assert.match(String(body), /This is a sandbox\./);
    assert.match(part(body, 'packets'), /Packets for Amara Osei .* Breakfast habits New .* €1\.00/);
  });

  it('shows the seller who is chosen, and the first one where there is no such seller', async () => {
    const { call } = startSandbox();
    assert.match(part((await call('/?seller=seller-2')).body, 'packets'), /for Jonas Lindqvist/);
    assert.match(part((await call('/?seller=seller-9')).body, 'packets'), /for Amara Osei/);
  });

  it('remembers the seller in this browser, and asks the same one for consent', async () => {
    const { call } = startOAuth();
    const chosen = await call('/?seller=seller-2');
    const cookie = chosen.headers.get('set-cookie') ?? '';
    assert.match(cookie, /^sandbox-seller-default=seller-2; .*HttpOnly; SameSite=Lax/);
    const headers = { cookie: `other=1; ${cookie.split(';')[0] ?? ''}` };
    assert.match(part((await call('/', { headers })).body, 'packets'), /for Jonas Lindqvist/);
    const consent = String((await call(authorizeUrl(), { headers })).body);
    assert.match(consent, /<option value="seller-2" selected>/);
    const unknown = { cookie: 'sandbox-seller-default=%E0%A4%A' };
    assert.match(part((await call('/', { headers: unknown })).body, 'packets'), /Amara Osei/);
  });

  it('names its five places on each page, and marks the one that is shown', async () => {
    const { call } = startSandbox();
    for (const [index, path] of PAGES.entries()) {
      const page = String((await call(path)).body);
      const links = [...page.matchAll(/<li><a href="([^"]+)"( aria-current="page")?>/g)];
      assert.deepEqual(
        links.map(([, to]) => to),
        PAGES,
      );
      assert.deepEqual(
        links.map(([, , current]) => current !== undefined),
        PAGES.map((_, one) => one === index),
      );
    }
  });

  it('is the target of a redirect from /sandbox', async () => {
    const { call } = startSandbox();
    for (const path of ['/sandbox', '/sandbox/']) {
      const { status, headers } = await call(path);
      assert.deepEqual([status, headers.get('location')], [303, '/']);
    }
  });

  it('plays a settled packet again as a new seller, who is remembered', async () => {
    const { call, open, report, state } = startSandbox();
    await report('screenout', (await open()).token);
    const page = String((await call('/')).body);
    assert.match(page, /Play again<span[^>]*>\s*Breakfast habits, as a new seller/);
    const [, follow = ''] = /data-follow="([^"]+)"/.exec(page) ?? [];
    assert.equal(follow, '/?seller=seller-3');
    const fields = { packet_id: 'packet-1', seller_id: 'seller-3' };
    const { status, headers } = await call('/sandbox/console/play-again', form(fields));
    assert.equal(status, 303);
    assert.match(headers.get('location') ?? '', /^https:\/\/buyer\.example\/.*seller_id=seller-3$/);
    assert.match(headers.get('set-cookie') ?? '', /^sandbox-seller-default=seller-3;/);
    assert.match(part((await call(follow)).body, 'packets'), /Breakfast habits Awaiting outcome/);
    await call('/sandbox/console/play-again', form(fields));
    assert.equal((await state()).sellers.length, 4);
    const gone = await call('/sandbox/console/play-again', form({ packet_id: 'nothing' }));
    assert.equal(gone.status, 409);
  });

  it('flags a moved clock on every page in words', async () => {
    const { call, post } = startSandbox();
    for (const path of PAGES)
      assert.doesNotMatch(textOf((await call(path)).body), /UTC \d+ \w+ ahead/);
    await post('clock', { advance_seconds: 4 * 86_400 });
    for (const path of PAGES) {
      assert.match(textOf((await call(path)).body), /2026-03-05 12:00:00 UTC 4 days ahead /, path);
    }
    await post('clock', { advance_seconds: 3_690 });
    assert.match(textOf((await call('/')).body), / 4 days 1 hour ahead /);
  });

  it('counts down the hour of a token by the clock of the sandbox', async () => {
    const { call, open, post } = startSandbox();
    await open();
    await post('clock', { advance_seconds: 90 });
    const page = (await call('/')).body;
    assert.match(part(page, 'packets'), /until 13:00:00 UTC to report an outcome: 58:30 left/);
    assert.match(String(page), /data-ends-at-ms="1772370000000"/);
  });

  it('works without any packet or seller', async () => {
    const { call } = startSandbox({ packets: [], sellers: [] });
    const { status, body } = await call('/');
    assert.equal(status, 200);
    assert.match(part(body, 'packets'), /There is no seller\./);
  });

  it('escapes names that people entered', async () => {
    const name = `</h3><script>alert("1")</script>'&`;
    const { call, report } = startSandbox({
      packets: [{ name, endlink_url: 'https://buyer.example/' }],
      sellers: [{ name }],
    });
    await report('complete', name, { headers: { origin: name } });
    const escaped = '&lt;/h3&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;';
    // The page that starts a check names nobody.
    for (const path of PAGES.slice(0, 4)) {
      const page = String((await call(path)).body);
      assert.ok(!page.includes('<script>'), path);
      assert.ok(page.includes(escaped), path);
    }
  });

  it('runs no script or style but its own, and none twice with the same nonce', async () => {
    const { call } = startSandbox();
    const pages = [await call('/'), await call('/')];
    const nonces = pages.map(({ headers, body }) => {
      const policy = headers.get('content-security-policy') ?? '';
      const [, nonce = ''] = /script-src 'nonce-([\w-]+)'/.exec(policy) ?? [];
      assert.ok(policy.startsWith("default-src 'none'; "));
      assert.ok(policy.includes(`; style-src 'nonce-${nonce}';`));
      assert.ok(policy.includes("; require-trusted-types-for 'script'; trusted-types 'none'"));
      assert.equal(String(body).split(` nonce="${nonce}"`).length, 3);
      assert.doesNotMatch(String(body), / (on\w+|style)=/);
      return nonce;
    });
    assert.notEqual(nonces[0], nonces[1]);
  });

  it('has a script that stands on its own', async () => {
    const { call } = startSandbox();
    const { headers, body } = await call('/sandbox/console/console.js');
    assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.doesNotThrow(() => new Script(String(body)));
    const style = await call('/sandbox/console/style.css');
    assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8');
  });

  it('lists visible packets apart from those that left the list', async () => {
    const packets = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((name) => ({
      name,
      endlink_url: 'https://buyer.example/',
      reward: 2.5,
    }));
    const { call, open, report, post } = startSandbox({ packets });
    await open('packet-6');
    await post('clock', { advance_seconds: 3600 });
    await open('packet-2');
    await report('complete', (await open('packet-3')).token);
    await report('screenout', (await open('packet-4')).token);
    await report('quota_full', (await open('packet-5')).token);
    const text = part((await call('/')).body, 'packets');
    const [listed = '', gone = ''] = text.split('No longer listed');
    assert.match(listed, /Earned €2\.50/);
    assert.match(listed, /One New .* Two Awaiting outcome .* 14:00:00 UTC .* Three Published/);
    assert.match(gone, /Four Screened out .* Five Quota full .* Six No outcome/);
    assert.doesNotMatch(gone, /Open/);
  });
});

describe('the forms of the console', () => {
  it('open a packet with a fresh token and lead to the buyer', async () => {
    const { call, state } = startSandbox();
    const first = await call('/sandbox/console/open', form(pair));
    const second = await call('/sandbox/console/open', form(pair));
    const { tokens } = await state();
    assert.equal(tokens.length, 2);
    for (const [index, { status, headers }] of [first, second].entries()) {
      assert.equal(status, 303);
      assert.equal(
        headers.get('location'),
        `https://buyer.example/survey?service_endlink_token=${String(tokens[index]?.token)}&seller_id=seller-1`,
      );
    }
  });

  it('issue no token by GET', async () => {
    const { call, state } = startSandbox();
    const answer = await call('/sandbox/console/open?packet_id=packet-1&seller_id=seller-1');
    assert.equal(answer.status, 404);
    await call('/');
    assert.deepEqual((await state()).tokens, []);
  });

  it('lead to a buyer whose address is not ASCII', async () => {
    const { call } = startSandbox({ packets: [{ endlink_url: 'https://buyer.example/größe' }] });
    const { headers } = await call('/sandbox/console/open', form(pair));
    assert.match(headers.get('location') ?? '', /^https:\/\/buyer\.example\/gr%C3%B6%C3%9Fe\?/);
  });

  it('open no packet that is not in the list', async () => {
    const { call, open, report, state } = startSandbox();
    await report('complete', (await open()).token);
    assert.equal((await call('/sandbox/console/open', form(pair))).status, 409);
    const unknown = form({ ...pair, packet_id: 'packet-9' });
    assert.equal((await call('/sandbox/console/open', unknown)).status, 409);
    assert.equal((await state()).tokens.length, 1);
  });

  it('add a seller, rename one, and delete one', async () => {
    const { call, state } = startSandbox();
    const added = await call('/sandbox/console/sellers', form({ name: ' Mia ' }));
    assert.equal(added.headers.get('location'), '/?seller=seller-3');
    await call('/sandbox/console/sellers/rename', form({ seller: 'seller-3', name: 'Mia Sato' }));
    await call('/sandbox/console/sellers/delete', form({ seller: 'seller-1' }));
    assert.deepEqual(
      (await state()).sellers.map(({ name }) => name),
      ['Jonas Lindqvist', 'Mia Sato'],
    );
    assert.equal((await call('/sandbox/console/sellers', form({ name: ' ' }))).status, 400);
  });

  it('cannot be posted from another site', async () => {
    const { call, state } = startSandbox();
    const headers = { 'sec-fetch-site': 'cross-site' };
    const answer = await call('/sandbox/console/open', { ...form(pair), headers });
    assert.equal(answer.status, 403);
    assert.deepEqual((await state()).tokens, []);
  });
});

/** What the seller reads, by outcome and then by what went wrong. */
const endings: [outcome: string, heading: string][] = [
  ['complete', 'Thank you, this packet is published'],
  ['fail', 'This packet did not go through'],
  ['quota_full', 'The buyer has enough answers'],
  ['screenout', 'This packet was looking for someone else'],
];

describe('the page behind a .html form', () => {
  for (const [outcome, heading] of endings) {
    it(`thanks or consoles the seller after ${outcome}`, async () => {
      const { open, report } = startSandbox();
      const { token } = await open('packet-1', 'seller-2');
      const page = String((await report(`${outcome}.html`, token)).body);
      assert.ok(page.includes(`<h1>${heading}</h1>`));
      assert.ok(page.includes('href="/?seller=seller-2"'));
      assert.ok(!page.includes('Status'));
    });
  }

  it('says what is wrong, with the status', async () => {
    const { open, report, call, post } = startSandbox();
    const first = await open();
    const second = await open();
    const late = await open('packet-1', 'seller-2');
    await report('complete', first.token);
    const pages = [
      await call('/api/v3/endlinks/complete.html'),
      await report('complete.html', 'unknown'),
      await report('complete.html', first.token),
      await report('complete.html', second.token),
    ];
    await post('clock', { advance_seconds: 3600 });
    pages.push(await report('complete.html', late.token));
    assert.deepEqual(
      pages.map(({ status, body }) => [status, /<h1>(.*)<\/h1>/.exec(String(body))?.[1]]),
      [
        [422, 'This link is not complete'],
        [401, 'This link is not valid'],
        [422, 'This link was used before'],
        [422, 'This packet is already settled'],
        [422, 'This link has expired'],
      ],
    );
    for (const { status, body } of pages) assert.ok(String(body).includes(`Status ${status}`));
  });
});
