import assert from 'node:assert/strict';
import { request as send } from 'node:http';
import { describe, it } from 'node:test';
import { listen } from 'vaultlink/node';
import { startSandbox } from '../driver.ts';
import { startOAuth } from '../oauth-driver.ts';

type Driver = ReturnType<typeof startSandbox>;

/** Only a listener that notices nothing takes so long. */
const LIMIT = { timeout: 60_000 };

/** Returns the reason in the log for the first request, without the end of its token and the elapsed time. */
async function sentence({ requests }: Pick<Driver, 'requests'>): Promise<string | undefined> {
  const [entry] = await requests();
  return entry?.reason?.replace(/…[\w-]{4}/, '…xxxx').replace(/after \d+ ms/, 'after N ms');
}

const GAVE_UP = 'The client gave up after N ms, before the answer.';
const SPENT = 'Spent token …xxxx: complete → published.';

/** A report that its client gives up while the fault holds it. */
async function giveUp(driver: Driver, fault: object, seller = 'seller-1') {
  const { token } = await driver.open('packet-1', seller);
  await driver.post('faults', fault);
  const client = new AbortController();
  const path = `/api/v3/endlinks/complete?service_endlink_token=${token}`;
  const answer = driver.fetch(path, { signal: client.signal });
  while ((await driver.state()).held_requests === 0);
  client.abort();
  return { token, answer };
}

describe('A request whose client gave up', () => {
  it('is in the log at once, with no outcome recorded while it is held', async () => {
    const driver = startSandbox();
    await giveUp(driver, { kind: 'hold' });
    const held = 'This request has recorded no outcome so far: it is still held.';
    assert.equal(await sentence(driver), `${GAVE_UP} ${held}`);
    assert.equal((await driver.requests())[0]?.status, null);
    assert.equal((await driver.state()).sellers_packets[0]?.state, 'awaiting_outcome');
  });

  it('still reaches the service when it is released, and its outcome counts', async () => {
    const driver = startSandbox();
    const { answer } = await giveUp(driver, { kind: 'hold' });
    await driver.post('faults/release', {});
    await answer;
    const held = 'Fault fault-1 held it until it was released.';
    const expected = `${SPENT} ${held} ${GAVE_UP} This request recorded the outcome complete.`;
    assert.equal(await sentence(driver), expected);
    assert.equal((await driver.state()).sellers_packets[0]?.state, 'published');
  });

  it('has its outcome recorded where the service handled it before the fault', async () => {
    const driver = startSandbox();
    await giveUp(driver, { kind: 'hold', processed: true });
    const recorded = 'This request recorded the outcome complete.';
    assert.equal(await sentence(driver), `${SPENT} ${GAVE_UP} ${recorded}`);
    assert.equal((await driver.state()).sellers_packets[0]?.state, 'published');
  });

  it('has its outcome recorded when the delay has passed', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const driver = startSandbox();
    const { answer } = await giveUp(driver, { kind: 'delay', delay_ms: 30 });
    mock.timers.tick(30);
    await answer;
    const delayed = 'It waited 30 ms for fault fault-1.';
    const expected = `${SPENT} ${delayed} ${GAVE_UP} This request recorded the outcome complete.`;
    assert.equal(await sentence(driver), expected);
  });

  it('recorded no outcome where the fault answered in the place of the service', async ({
    mock,
  }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const driver = startSandbox();
    const { answer } = await giveUp(driver, { kind: 'status', status: 503, delay_ms: 30 });
    mock.timers.tick(30);
    await answer;
    const answered =
      'Fault fault-1 answered 503. The service did not see the request, so it changed nothing.';
    const delayed = 'It waited 30 ms for fault fault-1.';
    const expected = `${answered} ${delayed} ${GAVE_UP} This request recorded no outcome.`;
    assert.equal(await sentence(driver), expected);
    assert.equal((await driver.state()).sellers_packets[0]?.state, 'awaiting_outcome');
  });

  it('recorded no outcome where another request was earlier with the token', async () => {
    const driver = startSandbox();
    const { token, answer } = await giveUp(driver, { kind: 'hold' });
    await driver.report('complete', token);
    await driver.post('faults/release', {});
    await answer;
    assert.match((await sentence(driver)) ?? '', /used .* by request 2, .* recorded no outcome\.$/);
  });

  it('is noted for a seller who is always answered slowly', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const driver = startSandbox();
    const { answer } = await giveUp(driver, { kind: 'drop', outcome: 'fail' }, 'magic-slow');
    mock.timers.tick(10_000);
    await answer;
    const slow = 'Seller magic-slow is always answered 10 s late.';
    const expected = `${SPENT} ${slow} ${GAVE_UP} This request recorded the outcome complete.`;
    assert.equal(await sentence(driver), expected);
  });

  it('says how long the client waited, in real time', async ({ mock }) => {
    let nowMs = 1000;
    mock.method(performance, 'now', () => nowMs);
    const driver = startSandbox();
    await driver.post('clock', { frozen: true });
    await driver.post('faults', { kind: 'hold' });
    const client = new AbortController();
    void driver.fetch('/api/v3/endlinks/fail', { signal: client.signal });
    while ((await driver.state()).held_requests === 0);
    nowMs += 250.4;
    client.abort();
    nowMs += 1000;
    await driver.post('faults/release', {});
    assert.match((await driver.requests())[0]?.reason ?? '', / gave up after 250 ms, /);
  });

  it('can be a push, of which the log says what the service saved', async () => {
    const driver = startOAuth();
    const { access_token } = await driver.connect();
    await driver.call('/sandbox/requests', { method: 'DELETE' });
    await driver.post('faults', { kind: 'hold', path: '*/push' });
    const client = new AbortController();
    const answer = driver.fetch('/api/v5/packets/profile/sellers_packets/push', {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'profile', payload: { drink: 'tea' } }),
      signal: client.signal,
    });
    while ((await driver.state()).held_requests === 0);
    client.abort();
    const unseen = 'The service has not seen the request so far: it is still held.';
    assert.equal(await sentence(driver), `${GAVE_UP} ${unseen}`);
    await driver.post('faults/release', {});
    assert.equal((await answer).status, 200);
    const saved = (await sentence(driver)) ?? '';
    assert.ok(saved.endsWith(`Fault fault-1 held it until it was released. ${GAVE_UP}`), saved);
  });

  it('is in the log where its body did not arrive in full', async () => {
    const { sandbox, requests } = startOAuth();
    const client = new AbortController();
    const body = new ReadableStream({
      pull(controller) {
        client.abort();
        controller.error(new Error('The connection was closed.'));
      },
    });
    const { signal } = client;
    const init = { method: 'POST', body, signal, duplex: 'half' } as RequestInit;
    const answer = await sandbox.fetch(new Request('http://localhost/oauth/token', init));
    assert.equal(answer.type, 'error');
    assert.equal((await requests())[0]?.status, 0);
    const ended = 'The connection ended before the body was complete.';
    const unseen = 'The service did not see the request, so it changed nothing.';
    assert.equal(await sentence({ requests }), `${ended} ${unseen} ${GAVE_UP}`);
  });

  it('is noticed by the listener of Node when the connection closes', LIMIT, async (test) => {
    const driver = startSandbox();
    const listener = await listen((request) => driver.sandbox.fetch(request));
    test.after(async () => {
      await listener.close();
      driver.sandbox.close();
    });
    const { token } = await driver.open();
    await driver.post('faults', { kind: 'hold', processed: true });
    const path = `/api/v3/endlinks/complete?service_endlink_token=${token}`;
    const client = send(listener.origin + path);
    client.on('error', () => undefined).end();
    while ((await driver.state()).held_requests === 0) await new Promise(setImmediate);
    client.destroy();
    const expected = `${SPENT} ${GAVE_UP} This request recorded the outcome complete.`;
    while ((await sentence(driver)) === SPENT) await new Promise(setImmediate);
    assert.equal(await sentence(driver), expected);
  });
});
