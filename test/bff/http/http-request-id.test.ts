import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createVaultBff } from 'vaultlink/bff';
import type { VaultEvent } from 'vaultlink/bff';
import { openBrowser } from '../support/http-browser.ts';
import { startBff } from '../support/http-bff.ts';

const WITH_ID = { 'x-request-id': '7f3a/9c.b-1' };

/** The id of the request, as an event names it. */
const idOf = (event: VaultEvent | undefined): unknown =>
  event && 'requestId' in event ? event.requestId : 'none';

describe('the id that a proxy gives a request', () => {
  it('is in the event of what the request did, whichever route it is', async () => {
    const { browser, events, bff } = startBff();
    await browser.come(browser.wayBack(await browser.setOut()), WITH_ID);
    const push = { payload: { drink: 'tea' } };
    await browser.call('POST', '/packets/packet-1/push', push, WITH_ID);
    await browser.call('POST', '/endlinks/complete', { token: 'token-1' }, WITH_ID);
    await browser.call('DELETE', '/session', undefined, WITH_ID);
    await bff.report('complete', 'token-2');
    assert.deepEqual(
      events.map((event) => [event.type, idOf(event)]),
      [
        ['connected', WITH_ID['x-request-id']],
        ['pushed', WITH_ID['x-request-id']],
        ['reported', WITH_ID['x-request-id']],
        ['disconnected', WITH_ID['x-request-id']],
        ['reported', 'none'],
      ],
    );
  });

  it('is in no event where no proxy has given one', async () => {
    const { browser, events } = startBff();
    await browser.connect();
    assert.deepEqual(events.map(idOf), ['none']);
  });

  it('is in the event and in the response of a failure, a page among them', async () => {
    const { browser, events } = startBff();
    const id = WITH_ID['x-request-id'];
    const push = await browser.call('POST', '/packets/packet-1/push', { payload: {} }, WITH_ID);
    const page = await browser.come('/vault/callback?state=a', WITH_ID);
    const mixedUp = browser.wayBack(await browser.setOut(), { error: 'server_error' });
    const refused = await browser.come(mixedUp, WITH_ID);
    const responses = [push, page, refused];
    assert.deepEqual(
      responses.map(({ status }) => status >= 400),
      [true, true, true],
    );
    assert.deepEqual(
      responses.map(({ headers }) => headers.get('x-request-id')),
      [id, id, id],
    );
    assert.deepEqual(events.map(idOf), [id, id, id]);
  });

  for (const given of [undefined, '', 'two words', 'a'.repeat(101), '<script>', 'é']) {
    it(`is a random one for a failure where the header is ${JSON.stringify(given)}, another each time`, async () => {
      const { browser, events } = startBff();
      const headers = given === undefined ? {} : { 'x-request-id': given };
      const named: (string | null)[] = [];
      for (let time = 0; time < 2; time += 1) {
        const response = await browser.call('POST', '/packets/packet-1/push', {}, headers);
        named.push(response.headers.get('x-request-id'));
      }
      assert.deepEqual(named, events.map(idOf));
      assert.equal(new Set(named).size, 2);
      for (const one of named) assert.match(String(one), /^[\w-]{43}$/);
    });
  }

  it('is in the event where nobody could say whether an outcome may be reported', async () => {
    const { browser, events } = startBff({ mayReport: () => undefined });
    await browser.call('POST', '/endlinks/complete', { token: 'token-1' }, WITH_ID);
    assert.deepEqual(events.map(idOf), [WITH_ID['x-request-id']]);
  });

  it('is in the response to a request that no route takes, or whose route is off', async () => {
    const { browser, events } = startBff({ relay: false });
    const report = { token: 'token-1' };
    const responses = [
      await browser.call('POST', '/endlinks/complete', report, WITH_ID),
      await browser.call('GET', '/nowhere', undefined, WITH_ID),
      await browser.go('/elsewhere', WITH_ID),
    ];
    for (const { status, headers } of responses)
      assert.deepEqual([status, headers.get('x-request-id')], [404, WITH_ID['x-request-id']]);
    assert.deepEqual(events.map(idOf), [WITH_ID['x-request-id']]);
  });

  it('is in the response of a backend whose options cannot be loaded', async () => {
    const bff = createVaultBff(() => Promise.reject(new Error('No options.')));
    const browser = openBrowser(bff);
    for (const response of [
      await browser.call('GET', '/session', undefined, WITH_ID),
      await browser.go('/vault/connect', WITH_ID),
    ])
      assert.equal(response.headers.get('x-request-id'), WITH_ID['x-request-id']);
  });

  it('is not named in a response that is no error', async () => {
    const { browser } = startBff();
    const response = await browser.call('GET', '/session', undefined, WITH_ID);
    assert.deepEqual([response.status, response.headers.has('x-request-id')], [200, false]);
  });
});
