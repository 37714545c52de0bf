import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startBff } from '../support/http-bff.ts';
import { codeOf } from '../support/http-bff.ts';

const MIB = 1024 * 1024;

/** An answer of the service that never ends. `read()` says how much of it was taken. */
function endlessAnswer(status: number, headers: Record<string, string> = {}) {
  const chunk = new TextEncoder().encode(' '.repeat(64 * 1024));
  let bytes = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      bytes += chunk.byteLength;
      // A test that reads on must fail, not fill the memory.
      if (bytes > 64 * MIB) controller.close();
      else controller.enqueue(chunk);
    },
    cancel: () => void (isCancelled = true),
  });
  const response = new Response(body, {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { response, read: () => bytes, isCancelled: () => isCancelled };
}

describe('an answer of the service that does not end', () => {
  for (const status of [200, 422]) {
    it(`gives up an endless answer to a push with ${status}`, async () => {
      const { browser, service } = startBff();
      await browser.connect();
      const endless = endlessAnswer(status);
      service.pushEndpoint.answerNext(() => endless.response);
      const response = await browser.call('POST', '/packets/packet-1/push', { payload: {} });
      assert.deepEqual([response.status, await codeOf(response)], [504, 'service_unreachable']);
      assert(endless.read() < 2 * MIB, `${endless.read()} bytes were read.`);
      assert(endless.isCancelled());
    });
  }

  it('gives up an endless answer to a code', async () => {
    const { browser, service } = startBff();
    const endless = endlessAnswer(200);
    service.tokenEndpoint.answerNext(() => endless.response);
    assert.equal((await browser.connect()).status, 504);
    assert(endless.read() < 2 * MIB, `${endless.read()} bytes were read.`);
  });

  it('confirms an outcome by its status, and leaves an endless answer unread', async () => {
    const { browser, service } = startBff();
    const endless = endlessAnswer(200);
    service.outcomeEndpoint.answerNext(() => endless.response);
    const response = await browser.call('POST', '/endlinks/complete', { token: 'a-token' });
    assert.equal(response.status, 200);
    assert(endless.read() < 2 * MIB, `${endless.read()} bytes were read.`);
  });

  it('reads nothing of an answer whose content-length is too long', async () => {
    const { browser, service } = startBff();
    await browser.connect();
    const endless = endlessAnswer(200, { 'content-length': String(50 * MIB) });
    service.pushEndpoint.answerNext(() => endless.response);
    const response = await browser.call('POST', '/packets/packet-1/push', { payload: {} });
    assert.equal(response.status, 504);
    assert(endless.read() < MIB / 4, `${endless.read()} bytes were read.`);
  });

  it('counts the bytes of a compressed answer, whatever its content-length says', async () => {
    const { browser, service } = startBff();
    await browser.connect();
    const headers = { 'content-length': '1000', 'content-encoding': 'gzip' };
    const endless = endlessAnswer(200, headers);
    service.pushEndpoint.answerNext(() => endless.response);
    const response = await browser.call('POST', '/packets/packet-1/push', { payload: {} });
    assert.equal(response.status, 504);
    assert(endless.read() < 2 * MIB, `${endless.read()} bytes were read.`);
  });
});
