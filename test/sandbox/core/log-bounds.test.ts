import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRequestLog } from '../../../src/sandbox/core/request-log.ts';
import { startOAuth } from '../oauth-driver.ts';

/** A request with 400,000 characters of headers: eighty of them are as much as the log keeps. */
const long = () => {
  const headers = Array.from({ length: 99 }, (_, index) => [`x-${index}`, 'v'.repeat(4096)]);
  return new Request('http://localhost/long', { headers: headers as [string, string][] });
};

describe('the log of requests', () => {
  it('has its full capacity again after it was cleared, even if requests are answered later', () => {
    const log = createRequestLog();
    const begin = (request: Request) => log.begin(request, '/any', 0);
    for (let count = 0; count < 70; count += 1) log.finish(begin(long()));
    const unanswered = Array.from({ length: 70 }, () => begin(long()));
    log.clear();
    for (const entry of unanswered) log.finish(entry);
    for (let count = 0; count < 20; count += 1) log.finish(begin(long()));
    assert.equal(log.entries().length, 20);
  });

  it('keeps the newest 10,000 requests and openings together', () => {
    const log = createRequestLog();
    const ids = { token: 't', seller_id: 's', interaction_id: 'i', packet_id: 'p' };
    const opening = { ...ids, url: 'https://buyer.example/', filled: [], unfilled: [], reason: '' };
    for (let count = 0; count < 6000; count += 1) {
      log.finish(log.begin(new Request('http://localhost/any'), '/any', 0));
      log.addOpening(opening, 0);
    }
    assert.deepEqual([log.entries().length, log.openings().length], [5000, 5000]);
    assert.equal(log.onlyAfter(0, 1)[0]?.number, 1001);
    assert.equal(log.find('opening-6000')?.number, 6000);
    assert.equal(log.find('opening-1000'), undefined);
  });

  it('keeps 4,096 characters of a header', async () => {
    const { call, requests } = startOAuth();
    await call('/oauth/token', { headers: { 'x-long': 'v'.repeat(5000) } });
    assert.equal((await requests())[0]?.headers['x-long'], `${'v'.repeat(4096)}…`);
  });

  it('names the seller of a token request, by its code and by its refresh token', async () => {
    const { connect, refresh, requests } = startOAuth();
    const { refresh_token } = await connect('seller-2');
    await refresh(refresh_token);
    const entries = await requests();
    assert.deepEqual(
      entries.map(({ seller_id, client_id }) => [seller_id, client_id]),
      [
        ['seller-2', 'buyer-app'],
        ['seller-2', 'buyer-app'],
      ],
    );
  });
});
