import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { part } from '../../console/console-driver.ts';
import { startSandbox } from '../../driver.ts';

/** An opening of an endlink, as `GET /sandbox/openings` answers with it. */
interface Opening {
  number: number;
  at: string;
  after_request: number;
  seller_id: string;
  packet_id: string;
  interaction_id: string;
  token: string;
  url: string;
  filled: { name: string; variable: string | null; value: string }[];
  unfilled: string[];
  reason: string;
}

const openingsOf = async ({ call }: Pick<ReturnType<typeof startSandbox>, 'call'>) =>
  ((await call('/sandbox/openings')).body as { openings: Opening[] }).openings;

const startWith = (endlink_url: string) =>
  startSandbox({ packets: [{ name: 'Breakfast habits', endlink_url }] });

const end = (token: string) => `…${token.slice(-4)}`;

describe('the log of a visit', () => {
  it('has an entry for each opening of an endlink, with the address that it led to', async () => {
    const driver = startSandbox();
    const first = await driver.open();
    await driver.report('complete', 'any');
    const second = await driver.open('packet-1', 'seller-2');
    const [one, two] = await openingsOf(driver);
    assert.deepEqual(
      [one?.number, one?.after_request, one?.url, one?.token, one?.interaction_id],
      [1, 0, first.url, first.token, 'interaction-1'],
    );
    assert.deepEqual(
      [two?.number, two?.after_request, two?.url, two?.seller_id, two?.packet_id],
      [2, 1, second.url, 'seller-2', 'packet-1'],
    );
    assert.equal(one?.at, '2026-03-01T12:00:00.000Z');
    assert.equal((await driver.requests()).length, 1);
  });

  it('says which parameters the service added', async () => {
    const driver = startSandbox();
    const { token } = await driver.open();
    const [{ filled, reason } = assert.fail()] = await openingsOf(driver);
    assert.deepEqual(filled, [
      { name: 'service_endlink_token', variable: null, value: token },
      { name: 'seller_id', variable: null, value: 'seller-1' },
    ]);
    assert.equal(
      reason,
      `seller-1 opened packet-1, which led to https://buyer.example/survey?service_endlink_token=${end(token)}&seller_id=seller-1. Added: service_endlink_token, seller_id.`,
    );
  });

  it('says which variables were filled in, and under which name', async () => {
    const url =
      'https://buyer.example/?t={{endlink_token}}&who={{seller_id}}&visit={{interaction_id}}';
    const driver = startWith(url);
    const { token } = await driver.open();
    const [{ filled, reason } = assert.fail()] = await openingsOf(driver);
    assert.deepEqual(filled, [
      { name: 't', variable: 'endlink_token', value: token },
      { name: 'who', variable: 'seller_id', value: 'seller-1' },
      { name: 'visit', variable: 'interaction_id', value: 'interaction-1' },
    ]);
    assert.match(
      reason,
      /\. Filled in: {{endlink_token}} as t, {{seller_id}} as who, {{interaction_id}} as visit\.$/,
    );
  });

  it('names each variable that was not filled in, and why', async () => {
    const url = 'https://buyer.example/?a={{tokn}}&b=x-{{endlink_token}}&c={endlink_token}';
    const driver = startWith(url);
    await driver.open();
    const [{ unfilled, reason } = assert.fail()] = await openingsOf(driver);
    assert.deepEqual(unfilled, [
      'there is no variable {{tokn}}',
      '{{endlink_token}} is not the whole value of a parameter',
      '{endlink_token} needs two braces on each side',
    ]);
    assert.match(reason, /Not filled in: there is no variable {{tokn}}; {{endlink_token}} is not /);
  });

  it('is shown between the requests in their order, and never blank', async () => {
    const driver = startSandbox();
    await driver.report('complete', 'any');
    const { token } = await driver.open();
    const page = async (query = '') => (await driver.call(`/sandbox/log${query}`)).body;
    const visit = part(await page('?interaction=interaction-1'), 'requests');
    assert.match(
      visit,
      /1 opening of those that fit .* Opened seller-1 opened packet-1, which led to/,
    );
    await driver.report('complete', token);
    const order = (body: unknown) =>
      [...String(body).matchAll(/<li id="((?:request|opening)-\d+)"/g)].map(([, id]) => id);
    assert.deepEqual(order(await page()), ['request-2', 'opening-1', 'request-1']);
    assert.deepEqual(order(await page('?group=visit')), ['opening-1', 'request-2', 'request-1']);
    assert.deepEqual(order(await page('?result=opening')), ['opening-1']);
    assert.deepEqual(order(await page('?seller=seller-1&q=LED+TO')), ['opening-1']);
    assert.deepEqual(order(await page('?outcome=complete')), ['request-2', 'request-1']);
  });

  it('shows an opening in full, with every value that was filled in', async () => {
    const driver = startWith('https://buyer.example/?t={{endlink_token}}&x={{nothing}}');
    const { token, url } = await driver.open();
    const body = String((await driver.call('/sandbox/log/opening-1')).body);
    assert.ok(body.includes(url.replaceAll('&', '&amp;')));
    assert.match(
      body,
      new RegExp(`<dt>t</dt>\\s*<dd>\\s*<code>${token}</code>\\s*{{endlink_token}}`),
    );
    assert.match(body, /there is no variable {{nothing}}/);
    assert.equal((await driver.call('/sandbox/log/opening-2')).status, 404);
  });

  it('shows the newest 200 entries, and leads to the older ones', async () => {
    const driver = startSandbox();
    for (let count = 0; count < 300; count += 1) await driver.sandbox.startEndlink();
    const { body } = await driver.call('/sandbox/log');
    const [, older = ''] = /href="([^"]*before=[\w-]+)"/.exec(String(body)) ?? [];
    const ids = (page: unknown) => [...String(page).matchAll(/<li id="(opening-\d+)"/g)];
    assert.deepEqual([ids(body)[0]?.[1], ids(body).length], ['opening-300', 200]);
    const next = (await driver.call(older)).body;
    assert.deepEqual([ids(next)[0]?.[1], ids(next).length], ['opening-100', 100]);
  });

  it('is empty after it was cleared', async () => {
    const driver = startSandbox();
    await driver.open();
    await driver.call('/sandbox/requests', { method: 'DELETE' });
    assert.deepEqual(await openingsOf(driver), []);
  });
});
