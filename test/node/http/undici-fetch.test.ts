import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { undiciFetch } from 'vaultlink/node';

let close = () => Promise.resolve();
afterEach(() => close());

/** A server for one test. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  close = () =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('undiciFetch', () => {
  it('sends method, headers and text, and gives the answer as fetch would', async () => {
    const origin = await serve((incoming, outgoing) => {
      let body = '';
      incoming.on('data', (text) => (body += String(text)));
      incoming.on('end', () => {
        outgoing.writeHead(422, {
          'content-type': 'application/json',
          'set-cookie': ['a=1', 'b=2'],
        });
        const { method, url, headers } = incoming;
        outgoing.end(JSON.stringify({ method, url, sent: headers['x-sent'], body }));
      });
    });
    const answer = await undiciFetch()(`${origin}/path?query=é`, {
      method: 'POST',
      headers: { 'x-sent': 'yes' },
      body: 'täxt',
    });
    assert.ok(answer instanceof Response);
    assert.deepEqual([answer.status, answer.ok, answer.bodyUsed], [422, false, false]);
    assert.equal(answer.headers.get('content-type'), 'application/json');
    assert.deepEqual(answer.headers.getSetCookie(), ['a=1', 'b=2']);
    assert.deepEqual(JSON.parse(await answer.text()), {
      method: 'POST',
      url: '/path?query=%C3%A9',
      sent: 'yes',
      body: 'täxt',
    });
    assert.equal(answer.bodyUsed, true);
    await assert.rejects(answer.text(), TypeError);
  });

  it('does not follow a redirect', async () => {
    const origin = await serve((_, outgoing) => outgoing.writeHead(302, { location: '/on' }).end());
    const answer = await undiciFetch()(origin, { redirect: 'manual' });
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/on']);
    assert.equal(await answer.text(), '');
  });

  it('can do what every Response can', async () => {
    const origin = await serve((_, outgoing) => outgoing.end('{"text":"é"}'));
    const ask = () => undiciFetch()(origin, {});
    assert.deepEqual(await (await ask()).json(), { text: 'é' });
    assert.equal((await (await ask()).arrayBuffer()).byteLength, 13);
    const answer = await ask();
    const copy = answer.clone();
    assert.equal(await copy.text(), await answer.text());
    assert.equal(answer.type, 'default');
  });

  it('throws a TypeError where nobody answers', async () => {
    const origin = await serve(() => undefined);
    await close();
    await assert.rejects(undiciFetch()(origin, {}), TypeError);
  });

  it('throws the reason of the signal, before the answer and within it', async () => {
    const silent = await serve((incoming) => incoming.on('close', () => undefined));
    const before = new AbortController();
    const request = undiciFetch()(silent, { signal: before.signal });
    const reason = new Error('Enough.');
    before.abort(reason);
    await assert.rejects(request, reason);
    await close();

    const half = await serve((_, outgoing) => void outgoing.write('half'));
    const within = new AbortController();
    const answer = await undiciFetch()(half, { signal: within.signal });
    const text = answer.text();
    within.abort(reason);
    await assert.rejects(text, reason);
  });

  it('throws a TypeError where the answer breaks off, and only where it is read', async () => {
    const origin = await serve((_, outgoing) => {
      outgoing.writeHead(200, { 'content-length': 100 });
      outgoing.write('half', () => outgoing.destroy());
    });
    const fetch = undiciFetch();
    const answer = await fetch(origin, {});
    assert.equal(answer.status, 200);
    await assert.rejects(answer.text(), TypeError);
    assert.equal((await fetch(origin, {})).status, 200);
  });

  it('returns an answer of any length, as a stream where it is long', async () => {
    const long = 'é'.repeat(500_000);
    const origin = await serve(({ url }, outgoing) => {
      if (url === '/announced') outgoing.setHeader('content-length', Buffer.byteLength(long));
      outgoing.end(long);
    });
    for (const path of ['/announced', '/chunked']) {
      const { body } = await undiciFetch()(origin + path, {});
      const reader = (body ?? new ReadableStream()).getReader();
      const first = (await reader.read()) as { value: Uint8Array };
      assert.ok(first.value.byteLength < 1_000_000, `${path} is read as a whole`);
      await reader.cancel();
      const again = await undiciFetch()(origin + path, {});
      assert.equal(await again.text(), long);
    }
  });

  it('returns no body for 204, and uses the connection again', async () => {
    const ports = new Set<number | undefined>();
    const origin = await serve(({ socket }, outgoing) => {
      ports.add(socket.remotePort);
      outgoing.writeHead(204).end();
    });
    const fetch = undiciFetch();
    for (let call = 0; call < 10; call += 1) {
      const answer = await fetch(origin, {});
      assert.deepEqual([answer.status, answer.body], [204, null]);
    }
    assert.ok(ports.size < 10, `${ports.size} connections for 10 calls`);
  });
});
