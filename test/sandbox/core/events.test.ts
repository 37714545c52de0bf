import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { START_MS, startSandbox } from '../driver.ts';
import { authorizeUrl, CLIENT, startOAuth } from '../oauth-driver.ts';

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function listen({ fetch }: Pick<ReturnType<typeof startSandbox>, 'fetch'>): Promise<Reader> {
  const response = await fetch('/sandbox/events');
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  assert.equal(response.headers.get('x-accel-buffering'), 'no');
  assert.ok(response.body);
  const reader = response.body.getReader();
  assert.equal(await next(reader), 'retry: 1000\n\n');
  return reader;
}

async function next(reader: Reader): Promise<string | undefined> {
  const { value } = await reader.read();
  return value && new TextDecoder().decode(value);
}

describe('the event stream', () => {
  it('sends an event for each change of state', async () => {
    const driver = startSandbox();
    const reader = await listen(driver);
    const changes: [path: string, body: unknown][] = [
      ['packets', { endlink_url: 'https://buyer.example/' }],
      ['sellers', {}],
      ['clients', CLIENT],
      ['packets', { client_id: 'buyer-app', questions: ['name'] }],
      ['authorizations', { authorize_url: authorizeUrl(), seller_id: 'seller-1' }],
      ['tokens/revoke', {}],
      ['endlinks', { packet_id: 'packet-1', seller_id: 'seller-1' }],
      ['clock', { advance_seconds: 1 }],
      ['behaviour', { cors: false }],
      ['faults', { kind: 'drop' }],
      ['reset', {}],
    ];
    for (const [path, body] of changes) {
      await driver.post(path, body);
      assert.equal(await next(reader), 'event: state\ndata: {}\n\n', path);
    }
    driver.sandbox.close();
  });

  it('sends events for a push: the request, the vault and the response', async () => {
    const driver = startOAuth();
    const { access_token } = await driver.connect();
    const reader = await listen(driver);
    await driver.push(access_token, { name: 'Amara' });
    for (const change of ['log', 'state', 'log']) {
      assert.equal(await next(reader), `event: ${change}\ndata: {}\n\n`);
    }
    driver.sandbox.close();
  });

  it('sends events when a request arrives, changes the state and is answered', async () => {
    const driver = startSandbox();
    const { token } = await driver.open();
    const reader = await listen(driver);
    await driver.report('complete', token);
    assert.equal(await next(reader), 'event: log\ndata: {}\n\n');
    assert.equal(await next(reader), 'event: state\ndata: {}\n\n');
    assert.equal(await next(reader), 'event: log\ndata: {}\n\n');
    driver.sandbox.close();
  });

  it('sends an event when a packet fails without an outcome', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: START_MS });
    const driver = startSandbox({ now: () => Date.now() });
    await driver.open();
    const reader = await listen(driver);
    mock.timers.tick(3_600_000);
    assert.equal(await next(reader), 'event: state\ndata: {}\n\n');
    assert.equal((await driver.state()).sellers_packets[0]?.state, 'failed');
    driver.sandbox.close();
  });

  it('skips no kind of change for a slow reader', async () => {
    const driver = startSandbox();
    const reader = await listen(driver);
    for (let count = 0; count < 100; count += 1) await driver.report('complete', 'any');
    await driver.post('sellers', {});
    const seen: (string | undefined)[] = [];
    while (!seen.includes('event: state\ndata: {}\n\n')) seen.push(await next(reader));
    assert.ok(seen.length < 30);
    driver.sandbox.close();
  });

  it('ends with close(), for present and later listeners', async () => {
    const driver = startSandbox();
    const reader = await listen(driver);
    driver.sandbox.close();
    assert.equal(await next(reader), undefined);
    const late = await listen(driver);
    assert.equal(await next(late), undefined);
  });

  it('removes listeners that have left', async () => {
    const driver = startSandbox();
    const reader = await listen(driver);
    await reader.cancel();
    await driver.post('sellers', {});
    driver.sandbox.close();
  });
});
