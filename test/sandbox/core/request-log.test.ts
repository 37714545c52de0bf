import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSandbox } from '../driver.ts';

describe('the request log', () => {
  it('shows each request to the service, newest last', async () => {
    const { open, report, requests } = startSandbox();
    const { token } = await open();
    const headers = {
      origin: 'https://buyer.example',
      'user-agent': 'test',
      'x-own': 'kept',
    };
    await report('complete', token, { headers });
    await report('fail.html', 'never issued');
    const [first, second] = await requests();
    assert.deepEqual(first, {
      number: 1,
      at: '2026-03-01T12:00:00.000Z',
      method: 'GET',
      path: '/api/v3/endlinks/complete',
      query: `service_endlink_token=${token}`,
      headers: { origin: 'https://buyer.example', 'user-agent': 'test', 'x-own': 'kept' },
      body: null,
      body_truncated: false,
      status: 200,
      response: {
        status: 200,
        headers: {
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'Retry-After',
          'cache-control': 'no-store',
          'content-type': 'application/json',
        },
        body: '{"message":"Outcome recorded","outcome":"complete"}',
        body_truncated: false,
      },
      reason: `Spent token …${token.slice(-4)}: complete → published.`,
      section: '3.1',
      causes: [],
      switches: [],
      fault: null,
      token,
      outcome: 'complete',
      spent: true,
      seller_id: 'seller-1',
      packet_id: 'packet-1',
      interaction_id: 'interaction-1',
      client_id: null,
      sender: 'page',
      user_agent: 'test',
      repeats: null,
    });
    assert.deepEqual(
      [second?.number, second?.query, second?.token, second?.outcome, second?.spent],
      [2, 'service_endlink_token=never%20issued', 'never issued', 'fail', false],
    );
    assert.equal(second?.sender, 'server');
    assert.match(second.response?.body ?? '', /This link is not valid/);
  });

  it('marks the one request that spent the token', async () => {
    const { open, report, requests } = startSandbox();
    const { token } = await open();
    await report('complete', token, { method: 'OPTIONS' });
    await report('complete', token, { method: 'HEAD' });
    await report('complete', token);
    assert.deepEqual(
      (await requests()).map(({ method, spent }) => [method, spent]),
      [
        ['OPTIONS', false],
        ['HEAD', true],
        ['GET', false],
      ],
    );
  });

  it('marks a token as spent if another token has decided before, but not if it has expired', async () => {
    const { open, report, requests, post } = startSandbox();
    const first = await open();
    const second = await open();
    const other = await open('packet-1', 'seller-2');
    await report('complete', first.token);
    await report('complete', second.token);
    await post('clock', { advance_seconds: 3600 });
    await report('complete', other.token);
    assert.deepEqual(
      (await requests()).map(({ spent }) => spent),
      [true, true, false],
    );
  });

  it('holds requests that no endpoint answers, but no requests to the console or the control routes', async () => {
    const { call, requests } = startSandbox();
    await call('/api/v3/endlinks/complete/');
    await call('/sandbox/state');
    await call('/favicon.ico');
    await call('/');
    assert.deepEqual(
      (await requests()).map(({ path, status, outcome, token }) => [path, status, outcome, token]),
      [['/api/v3/endlinks/complete/', 404, null, null]],
    );
  });

  it('keeps the newest 10,000', async () => {
    const { call, requests } = startSandbox();
    for (let count = 0; count < 10_001; count += 1) await call('/oauth/nothing');
    const entries = await requests();
    assert.equal(entries.length, 10_000);
    assert.equal(entries[0]?.number, 2);
    assert.equal(entries.at(-1)?.number, 10_001);
  });

  it('keeps 16,384 characters of a body, and 100 headers', async () => {
    const { call, requests } = startSandbox();
    const headers = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [`x-${index}`, 'v']),
    );
    await call('/oauth/token', { method: 'POST', headers, body: 'x'.repeat(100_000) });
    const [entry] = await requests();
    assert.equal(entry?.body?.length, 16_384);
    assert.equal(entry.body_truncated, true);
    assert.equal(Object.keys(entry.headers).length, 100);
  });

  it('removes the oldest requests if all requests together are too long', async () => {
    const { call, requests } = startSandbox();
    const body = 'x'.repeat(16_384);
    for (let count = 0; count < 2_100; count += 1) {
      await call('/oauth/nothing', { method: 'POST', body });
    }
    const entries = await requests();
    assert.ok(entries.length > 1000 && entries.length < 2000, String(entries.length));
    assert.equal(entries.at(-1)?.number, 2_100);
  });

  it('shows only those after a number, and no more than asked for', async () => {
    const { call } = startSandbox();
    for (let count = 0; count < 5; count += 1) await call('/oauth/nothing');
    const numbers = async (query: string) => {
      const { body } = await call(`/sandbox/requests${query}`);
      return (body as { requests: { number: number }[] }).requests.map(({ number }) => number);
    };
    assert.deepEqual(await numbers('?after=3'), [4, 5]);
    assert.deepEqual(await numbers('?after=1&limit=2'), [2, 3]);
    assert.deepEqual(await numbers('?after=9'), []);
    assert.equal((await call('/sandbox/requests?after=-1')).status, 400);
  });

  it('can be cleared, and continues its numbers', async () => {
    const { call, requests } = startSandbox();
    await call('/oauth/nothing');
    assert.deepEqual((await call('/sandbox/requests', { method: 'DELETE' })).body, { removed: 1 });
    assert.deepEqual(await requests(), []);
    await call('/oauth/nothing');
    assert.equal((await requests())[0]?.number, 2);
  });

  const senders: [string, Record<string, string>, string][] = [
    ['the script of a page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }, 'page'],
    ['a script in an old browser', { origin: 'https://buyer.example' }, 'page'],
    ['a link', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 'navigation'],
    [
      'a link in an old browser',
      { 'user-agent': 'Mozilla/5.0', accept: 'text/html,*/*' },
      'navigation',
    ],
    ['a prefetch', { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-site': 'none' }, 'prefetch'],
    ['the fetch of Node', { 'user-agent': 'node', 'sec-fetch-mode': 'cors' }, 'server'],
    ['curl', { 'user-agent': 'curl/8.5.0' }, 'server'],
  ];
  for (const [what, headers, sender] of senders) {
    it(`calls ${what} "${sender}"`, async () => {
      const { report, requests } = startSandbox();
      await report('complete', 'any', { headers });
      assert.equal((await requests())[0]?.sender, sender);
    });
  }
});
