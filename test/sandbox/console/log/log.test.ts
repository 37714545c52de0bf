import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { form, part, textOf } from '../console-driver.ts';
import { startSandbox } from '../../driver.ts';
import { startOAuth } from '../../oauth-driver.ts';

const LOG = '/sandbox/log';

/** Numbers of the requests that a log page shows, in its order. */
const numbersOn = (page: unknown): number[] =>
  [...String(page).matchAll(/<li id="request-(\d+)"/g)].map(([, number]) => Number(number));

describe('the log in the console', () => {
  it('shows each request as a sentence with its reason, date, status and sender, newest first', async () => {
    const { call, open, report } = startSandbox();
    const { token } = await open();
    await report('complete', token, { headers: { origin: 'https://buyer.example' } });
    await report('complete', token);
    const page = (await call(LOG)).body;
    assert.match(
      part(page, 'requests'),
      /2 requests .* 2 2026-03-01 12:00:00 422 Refused: .* by request 1, which reported complete\..* Server .* 1 2026-03-01 12:00:00 200 Spent token …\S{4}: .* Script of a page · https:\/\/buyer\.example/,
    );
    assert.deepEqual(numbersOn(page), [2, 1]);
    assert.equal(String(page).split('class="entry spent"').length, 2);
  });

  it('shows one request in full, with the section and a command that sends it again', async () => {
    const { call, open, report } = startSandbox();
    const { token } = await open();
    await report('screenout', token, { headers: { 'x-quote': `it's` } });
    const { status, body } = await call(`${LOG}/1`);
    assert.equal(status, 200);
    const text = textOf(body);
    assert.match(text, /§3\.1 Sellers packet: /);
    assert.match(text, /Visit interaction-1/);
    assert.match(text, /Response 200 .*content-type: application\/json .*Outcome recorded/);
    const command = `curl &#39;http://localhost/api/v3/endlinks/screenout?service_endlink_token=${token}&#39;`;
    assert.ok(String(body).includes(command));
    assert.ok(String(body).includes('x-quote: it&#39;\\&#39;&#39;s&#39;'));
    assert.equal((await call(`${LOG}/2`)).status, 404);
  });

  it('sends a request again, and leads to the new entry', async () => {
    const { call, open, report, requests } = startSandbox();
    const { token } = await open();
    await report('complete', token, { headers: { origin: 'https://buyer.example' } });
    assert.match(String((await call(`${LOG}/1`)).body), /action="\/sandbox\/log\/1\/again"/);
    const { status, headers } = await call(`${LOG}/1/again`, form({}));
    assert.deepEqual([status, headers.get('location')], [303, `${LOG}/2`]);
    const [first, second] = await requests();
    assert.deepEqual(second?.headers, first?.headers);
    assert.deepEqual([second?.status, second?.repeats, second?.causes], [422, 1, [1]]);
    assert.match(second?.reason ?? '', /by request 1, .* Sent again from the log: request 1\.$/);
    assert.equal((await call(`${LOG}/9/again`, form({}))).status, 404);
  });

  it('sends the body of a request again', async () => {
    const driver = startOAuth();
    const { refresh_token } = await driver.connect();
    await driver.refresh(refresh_token);
    const [, refreshed] = await driver.requests();
    await driver.call(`${LOG}/2/again`, form({}));
    const again = (await driver.requests())[2];
    assert.deepEqual([again?.method, again?.body], ['POST', refreshed?.body]);
    assert.equal(again?.status, 400);
  });

  it('links the section that says so, and none where the interface says nothing', async () => {
    const { call, open, post, report } = startSandbox();
    await report('complete', (await open()).token);
    await post('faults', { kind: 'status', status: 503 });
    await report('complete', 'any');
    const said = String((await call(`${LOG}/1`)).body);
    assert.ok(said.includes('<a href="/sandbox/interface#3.1">§3.1</a>'));
    assert.ok(!String((await call(`${LOG}/2`)).body).includes('§'));
    const page = String((await call('/sandbox/interface')).body);
    const order = [...page.matchAll(/<dt>§([\d.]+)</g)].map(([, section]) => section);
    assert.deepEqual(order.slice(0, 3), ['1', '2.1', '2.2']);
    assert.match(
      page,
      /id="3\.1"[^>]*>\s*<dt>§3\.1<\/dt>\s*<dd><strong>Sellers packet<\/strong>: /,
    );
  });

  it('links the switch that a reason names', async () => {
    const { call, open, report } = startSandbox();
    await report('complete', (await open()).token, { method: 'HEAD' });
    const page = String((await call(`${LOG}/1`)).body);
    assert.ok(page.includes('<a href="/sandbox/lab#row-head_consumes">head_consumes</a>'));
  });

  it('shows what a token request sent', async () => {
    const { call, connect } = startOAuth();
    await connect();
    assert.match(textOf((await call(`${LOG}/1`)).body), /POST \/oauth\/token .*client_secret/);
  });

  it('can be filtered by result, outcome, sender, seller, packet, visit and any text', async () => {
    const { call, open, report } = startSandbox();
    const first = await open('packet-1', 'seller-1');
    const second = await open('packet-1', 'seller-2');
    await report('complete', first.token, { headers: { origin: 'https://buyer.example' } });
    await report('screenout', second.token);
    await report('complete', 'unknown-token');
    const shown = async (query: string) => numbersOn((await call(`${LOG}?${query}`)).body);
    assert.deepEqual(await shown('result=refused'), [3]);
    assert.deepEqual(await shown('result=success'), [2, 1]);
    assert.deepEqual(await shown('outcome=complete'), [3, 1]);
    assert.deepEqual(await shown('sender=page'), [1]);
    assert.deepEqual(await shown('seller=seller-2'), [2]);
    assert.deepEqual(await shown('packet=packet-1'), [2, 1]);
    assert.deepEqual(await shown(`interaction=${first.interaction_id}`), [1]);
    assert.deepEqual(await shown('q=NEVER+ISSUED'), [3]);
    assert.deepEqual(await shown('q=(%5B.*'), []);
    assert.match(part((await call(`${LOG}?q=none-such`)).body, 'requests'), /Nothing fits\./);
  });

  it('can be filtered by fault, by a cut connection, by client and by the text of an answer', async () => {
    const driver = startOAuth();
    await driver.post('faults', { kind: 'status', status: 503, body: 'Out of order' });
    await driver.report('complete', 'any');
    await driver.post('faults', { kind: 'drop' });
    await driver.fetch('/api/v3/endlinks/fail');
    await driver.refresh('any');
    const shown = async (query: string) => numbersOn((await driver.call(`${LOG}?${query}`)).body);
    assert.deepEqual(await shown('result=fault'), [2, 1]);
    assert.deepEqual(await shown('result=cut'), [2]);
    assert.deepEqual(await shown('client=buyer-app'), [3]);
    assert.deepEqual(await shown('client=other-app'), []);
    assert.deepEqual(await shown('q=out+of+order'), [1]);
  });

  it('groups the requests of one visit in their order', async () => {
    const { call, open, report } = startSandbox();
    const first = await open('packet-1', 'seller-1');
    const second = await open('packet-1', 'seller-2');
    await report('complete', first.token);
    await report('complete', second.token);
    await report('fail', first.token);
    const page = (await call(`${LOG}?group=visit`)).body;
    assert.deepEqual(numbersOn(page), [1, 3, 2]);
    assert.match(textOf(page), /Amara Osei · Breakfast habits interaction-1 .* Jonas Lindqvist · /);
  });

  it('shows the newest 200 of ten thousand, leads to the older ones, and stays small', async () => {
    const { call, sandbox } = startSandbox();
    const send = (number: number) =>
      sandbox.fetch(new Request(`http://localhost/api/v3/endlinks/fail?n=${number}`));
    for (let number = 0; number < 10_000; number += 1) await send(number);
    const { body } = await call(LOG);
    assert.match(part(body, 'requests'), /200 requests of 10,000/);
    const numbers = numbersOn(body);
    assert.deepEqual([numbers.length, numbers[0], numbers.at(-1)], [200, 10_000, 9801]);
    assert.ok(String(body).length < 400_000, String(String(body).length));
    const [, older = ''] = /href="([^"]*before=\d+)"/.exec(String(body)) ?? [];
    assert.equal(numbersOn((await call(older)).body)[0], 9800);
  });

  it('can be cleared', async () => {
    const { call, open, report } = startSandbox();
    await report('complete', (await open()).token);
    const { status, headers } = await call(`${LOG}/clear`, form({}));
    assert.deepEqual([status, headers.get('location')], [303, LOG]);
    assert.match(part((await call(LOG)).body, 'requests'), /Nothing has come in yet\./);
  });

  it('escapes all texts of a request', async () => {
    const { call, fetch } = startSandbox();
    const script = '<script>alert(1)</script>';
    await fetch(`/api/v3/endlinks/complete?service_endlink_token=${script}`, {
      headers: { 'user-agent': script, origin: script, 'x-any': script },
    });
    await fetch(`/${script}`, { method: 'POST', body: script });
    for (const path of [LOG, `${LOG}?q=${script}`, `${LOG}?group=visit`, `${LOG}/1`, `${LOG}/2`]) {
      const page = String((await call(path)).body);
      assert.ok(!page.includes('<script>'), path);
      assert.ok(page.includes('script&gt;') || page.includes('%3Cscript'), path);
    }
  });
});
