import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startBff } from '../support/http-bff.ts';
import { withErrors } from '../../support/service/answers.ts';

async function connected() {
  const all = startBff();
  await all.browser.connect();
  return all;
}

describe('the event of a push that failed', () => {
  it('names the packet, whatever refused the push', async () => {
    const { service, events, browser } = await connected();
    const push = (body: object) => browser.call('POST', '/packets/packet-1/push', body);
    service.pushEndpoint.answerNext(withErrors(422, 'Name is too long.'));
    await push({ payload: {} });
    await push({ payload: { a: 1 } });
    await browser.call('DELETE', '/session');
    await push({ payload: {} });
    const failed = events.filter((event) => event.type === 'failed');
    assert.deepEqual(
      failed.map(({ code, packetId }) => [code, packetId]),
      [
        ['validation_failed', 'packet-1'],
        ['validation_failed', 'packet-1'],
        ['not_connected', 'packet-1'],
      ],
    );
  });

  it('names the packet as the service is to be told it, however its id was encoded', async () => {
    const { browser, events, service } = await connected();
    const { status } = await browser.call('POST', '/packets/p%61cket%2D1/push', {
      payload: { drink: 'tea' },
    });
    assert.equal(status, 200);
    assert.equal(new URL(service.requests.at(-1)?.url ?? '').pathname.split('/')[4], 'packet-1');
    await browser.call('POST', '/packets/p%61cket-1/push', {});
    assert.partialDeepStrictEqual(events.at(-1), { type: 'failed', packetId: 'packet-1' });
  });

  it('names no packet when its id is not valid, or so long that it would fill the log', async () => {
    const { browser, events } = await connected();
    for (const id of ['a%20b', 'p'.repeat(101)]) {
      await browser.call('POST', `/packets/${id}/push`, {});
    }
    const failed = events.filter((event) => event.type === 'failed');
    assert.equal(failed.length, 2);
    for (const event of failed) assert.ok(!('packetId' in event));
  });

  it('is the only event of a failure that names a packet', async () => {
    const { browser, events } = startBff();
    await browser.call('DELETE', '/nowhere');
    await browser.call('POST', '/session');
    const failed = events.filter((event) => event.type === 'failed');
    assert.equal(failed.length, 1);
    for (const event of failed) assert.ok(!('packetId' in event));
  });
});
