import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Script } from 'node:vm';
import { startSandbox } from './driver.ts';

/** A plain form, as a browser without scripts posts it. */
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});

const pair = { packet_id: 'packet-1', seller_id: 'seller-1' };

/** The text of one part of the page. */
function part(page: unknown, id: string): string {
  const [, text = ''] =
    new RegExp(`<section id="${id}"(.*?)</section>`, 's').exec(String(page)) ?? [];
  return text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

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

  it('works without any packet or seller', async () => {
    const { call } = startSandbox({ packets: [], sellers: [] });
    const { status, body } = await call('/');
    assert.equal(status, 200);
    assert.match(part(body, 'packets'), /There is no seller\./);
  });

  it('escapes what people have named', async () => {
    const name = `</h3><script>alert("1")</script>'&`;
    const { call, report } = startSandbox({
      packets: [{ name, endlink_url: 'https://buyer.example/' }],
      sellers: [{ name }],
    });
    await report('complete', name, { headers: { origin: name } });
    const page = String((await call('/')).body);
    assert.ok(!page.includes('<script>'));
    const escaped = '&lt;/h3&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;';
    assert.ok(page.split(escaped).length > 4);
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

  it('lists what the seller can still see apart from what is gone', async () => {
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

  it('shows the requests with the one that spent the token marked, newest first', async () => {
    const { call, open, report } = startSandbox();
    const { token } = await open();
    await report('complete', token);
    await report('complete', token);
    const text = part((await call('/')).body, 'requests');
    assert.match(
      text,
      / 2 12:00:00 GET \/api\/v3\/endlinks\/complete .* 422 .* 1 12:00:00 GET .* 200 /,
    );
    assert.equal(text.split('Spent the token').length, 2);
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

  it('issue nothing by GET', async () => {
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

  it('open nothing that is not in the list', async () => {
    const { call, open, report, state } = startSandbox();
    await report('complete', (await open()).token);
    assert.equal((await call('/sandbox/console/open', form(pair))).status, 409);
    const unknown = form({ ...pair, packet_id: 'packet-9' });
    assert.equal((await call('/sandbox/console/open', unknown)).status, 409);
    assert.equal((await state()).tokens.length, 1);
  });

  it('advance the clock, switch CORS and start over, and lead back to the same seller', async () => {
    const { call, state, open } = startSandbox();
    const seller = 'seller-2';
    const answers = [
      await call('/sandbox/console/advance', form({ seller })),
      await call('/sandbox/console/cors', form({ seller, cors: 'off' })),
    ];
    assert.equal((await state()).advanced_seconds, 3600);
    assert.equal((await state()).behaviour.cors, false);
    await call('/sandbox/console/cors', form({ seller, cors: 'on' }));
    assert.equal((await state()).behaviour.cors, true);
    await open();
    answers.push(await call('/sandbox/console/reset', form({ seller })));
    assert.equal((await state()).advanced_seconds, 0);
    assert.equal((await state()).packets.length, 1);
    assert.deepEqual((await state()).tokens, []);
    for (const { status, headers } of answers) {
      assert.equal(status, 303);
      assert.equal(headers.get('location'), '/?seller=seller-2');
    }
  });

  it('add a packet, or say what is wrong with it', async () => {
    const { call, state } = startSandbox();
    const path = '/sandbox/console/packets';
    const packet = { name: 'Pets', endlink_url: 'https://buyer.example/pets', reward: '2.75' };
    assert.equal((await call(path, form(packet))).status, 303);
    assert.deepEqual((await state()).packets[1], { ...packet, id: 'packet-2', reward: 2.75 });
    const wrong = await call(path, form({ ...packet, endlink_url: 'pets', reward: 'much' }));
    assert.equal(wrong.status, 400);
    assert.match(String(wrong.body), /endlink_url: must be .*reward: /s);
    assert.equal((await state()).packets.length, 2);
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
