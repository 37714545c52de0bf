import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSandbox } from '../../driver.ts';

describe('methods', () => {
  it('HEAD spends the token by default, and answers without a body', async () => {
    const { open, report, state } = startSandbox();
    const { token } = await open();
    const head = await report('fail', token, { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(head.body, '');
    assert.equal((await state()).sellers_packets[0]?.state, 'filtered');
    assert.equal((await report('complete', token)).status, 422);
  });

  it('HEAD answers as GET would and spends nothing, where the service ignores it', async () => {
    const { open, report } = startSandbox({ behaviour: { head_consumes: false } });
    const { token } = await open();
    assert.equal((await report('fail', token, { method: 'HEAD' })).status, 200);
    assert.equal((await report('complete', token)).status, 200);
    assert.equal((await report('complete', token, { method: 'HEAD' })).status, 422);
  });

  it('a prefetch spends the token by default, and not where the service ignores it', async () => {
    const { open, report, post } = startSandbox();
    const prefetch = { headers: { 'sec-purpose': 'prefetch;prerender' } };
    const first = await open();
    await report('complete', first.token, prefetch);
    assert.equal((await report('complete', first.token)).status, 422);
    await post('behaviour', { prefetch_consumes: false });
    const second = await open('packet-1', 'seller-2');
    await report('complete', second.token, prefetch);
    assert.equal((await report('complete', second.token)).status, 200);
  });

  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    it(`${method} is not allowed and spends nothing`, async () => {
      const { open, report } = startSandbox();
      const { token } = await open();
      const answer = await report('complete', token, { method });
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('allow'), 'GET, HEAD, OPTIONS');
      assert.equal((await report('complete', token)).status, 200);
    });
  }
});

describe('CORS', () => {
  const origin = { headers: { origin: 'https://buyer.example' } };

  it('lets any page read the API form, its errors included', async () => {
    const { open, report } = startSandbox();
    const good = await report('complete', (await open()).token, origin);
    const bad = await report('complete', 'unknown', origin);
    const wrong = await report('complete', 'unknown', { ...origin, method: 'POST' });
    for (const { headers } of [good, bad, wrong]) {
      assert.equal(headers.get('access-control-allow-origin'), '*');
    }
  });

  it('does not apply to the .html form', async () => {
    const { open, report } = startSandbox();
    const page = await report('complete.html', (await open()).token, origin);
    assert.equal(page.headers.get('access-control-allow-origin'), null);
  });

  it('serves a page that sends no Referer, since its address holds the token', async () => {
    const { open, report } = startSandbox();
    const page = await report('complete.html', (await open()).token, origin);
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
  });

  it('answers a preflight without spending anything', async () => {
    const { open, report } = startSandbox();
    const { token } = await open();
    const answer = await report('complete', token, { ...origin, method: 'OPTIONS' });
    assert.equal(answer.status, 204);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.equal(answer.headers.get('access-control-allow-methods'), 'GET, HEAD');
    assert.equal(answer.headers.get('access-control-allow-headers'), '*');
    assert.equal((await report('complete', token)).status, 200);
  });

  it('can be switched off: no header, no preflight, but the outcome still counts', async () => {
    const { open, report, state } = startSandbox({ behaviour: { cors: false } });
    const { token } = await open();
    const preflight = await report('complete', token, { ...origin, method: 'OPTIONS' });
    assert.equal(preflight.status, 405);
    assert.equal(preflight.headers.get('allow'), 'GET, HEAD');
    const answer = await report('complete', token, origin);
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
    assert.equal((await state()).sellers_packets[0]?.state, 'published');
  });
});
