import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSandbox } from './driver.ts';

describe('the request log', () => {
  it('shows each request to the service, newest last', async () => {
    const { open, report, requests } = startSandbox();
    const { token } = await open();
    const headers = {
      origin: 'https://buyer.example',
      'user-agent': 'test',
      'x-secret': 'not kept',
    };
    await report('complete', token, { headers });
    await report('fail.html', 'never issued');
    assert.deepEqual(await requests(), [
      {
        number: 1,
        at: '2026-03-01T12:00:00.000Z',
        method: 'GET',
        path: '/api/v3/endlinks/complete',
        query: `service_endlink_token=${token}`,
        headers: { origin: 'https://buyer.example', 'user-agent': 'test' },
        status: 200,
        token,
        outcome: 'complete',
        spent: true,
      },
      {
        number: 2,
        at: '2026-03-01T12:00:00.000Z',
        method: 'GET',
        path: '/api/v3/endlinks/fail.html',
        query: 'service_endlink_token=never%20issued',
        headers: {},
        status: 401,
        token: 'never issued',
        outcome: 'fail',
        spent: false,
      },
    ]);
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

  it('marks a token as spent that came too late to decide, but not one that had expired', async () => {
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

  it('holds what no endpoint answers, and neither the console nor the control calls', async () => {
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
});
