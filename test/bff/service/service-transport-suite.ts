import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ServiceTransport, TransportRequest } from '../../../src/bff/index.ts';

const MAX_BYTES = 1_000_000;

/** Long enough for any answer of a test. */
const LONG_MS = 60_000;

/** Describes the behaviour of each transport. */
export function transportSuite(name: string, create: () => ServiceTransport): void {
  describe(`the transport on ${name}`, () => {
    let close = () => Promise.resolve();
    afterEach(() => close());

    /** Starts a server for one test. */
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

    const get = (url: string, changed: Partial<TransportRequest> = {}): TransportRequest => ({
      ...{ method: 'GET', url, headers: {}, timeoutMs: LONG_MS, mostBytes: MAX_BYTES },
      ...changed,
    });

    it('sends method, headers and body, and returns status, headers and text', async () => {
      const origin = await serve((incoming, outgoing) => {
        let body = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (text) => (body += String(text)));
        incoming.on('end', () => {
          outgoing.writeHead(422, { 'Content-Type': 'application/json', 'Retry-After': '3' });
          const { method, url, headers } = incoming;
          outgoing.end(JSON.stringify({ method, url, sent: headers['x-sent'], body }));
        });
      });
      const { status, headers, text } = await create()({
        ...get(`${origin}/path?query=é`),
        ...{ method: 'POST', headers: { 'x-sent': 'yes' }, body: 'täxt' },
      });
      assert.equal(status, 422);
      assert.deepEqual(
        [headers['content-type'], headers['retry-after']],
        ['application/json', '3'],
      );
      assert.deepEqual(JSON.parse(text ?? ''), {
        ...{ method: 'POST', url: '/path?query=%C3%A9', sent: 'yes', body: 'täxt' },
      });
    });

    it('does not follow a redirect', async () => {
      const paths: (string | undefined)[] = [];
      const origin = await serve(({ url }, outgoing) => {
        paths.push(url);
        outgoing.writeHead(302, { location: '/on' }).end();
      });
      const { status, headers } = await create()(get(origin));
      assert.deepEqual([status, headers.location, paths], [302, '/on', ['/']]);
    });

    it('returns the response after informational ones', async () => {
      const origin = await serve((_, outgoing) => {
        outgoing.writeEarlyHints({ link: '</style.css>; rel=preload' });
        outgoing.end('text');
      });
      const { status, text } = await create()(get(origin));
      assert.deepEqual([status, text], [200, 'text']);
    });

    it('rejects if the connection is cut after an informational response', async () => {
      const origin = await serve(({ socket }, outgoing) => {
        outgoing.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => socket.destroy());
      });
      await assert.rejects(create()(get(origin)), Error);
    });

    it('returns text in several pieces whole, without a byte order mark', async () => {
      const bytes = Buffer.from('\uFEFFé');
      const origin = await serve((_, outgoing) => {
        outgoing.write(bytes.subarray(0, 4), () => outgoing.end(bytes.subarray(4)));
      });
      assert.equal((await create()(get(origin))).text, 'é');
    });

    it('says that nobody listens, with the code of the system', async () => {
      const origin = await serve(() => undefined);
      await close();
      await assert.rejects(create()(get(origin)), (error: Error & { code?: string }) => {
        const { code = error.code } = (error.cause ?? {}) as { code?: string };
        assert.equal(code, 'ECONNREFUSED');
        return true;
      });
    });

    it('rejects if the connection is cut before a response', async () => {
      const origin = await serve(({ socket }) => socket.destroy());
      await assert.rejects(create()(get(origin)), Error);
    });

    it('rejects with a TimeoutError when the time is over before a response, and cuts the connection', async () => {
      let cut: () => void = () => undefined;
      const isCut = new Promise<void>((resolve) => (cut = resolve));
      const origin = await serve(({ url, socket }, outgoing) => {
        if (url === '/whole') outgoing.end();
        else socket.on('close', cut);
      });
      const transport = create();
      // Opens the connection, which may take longer.
      await transport(get(`${origin}/whole`));
      const response = transport(get(origin, { timeoutMs: 500 }));
      await assert.rejects(response, { name: 'TimeoutError' });
      await isCut;
    });

    it('rejects at once if a header cannot be sent', async () => {
      const origin = await serve(() => undefined);
      const response = create()(get(origin, { headers: { 'x-bad': 'line\nbreak' } }));
      await assert.rejects(response, (error: Error) => error.name !== 'TimeoutError');
    });

    it('returns the status without text when the time is over within the body', async () => {
      const origin = await serve(({ url }, outgoing) => {
        if (url === '/whole') outgoing.end();
        else outgoing.write('half');
      });
      const transport = create();
      // Opens the connection, which may take longer.
      await transport(get(`${origin}/whole`));
      const { status, text } = await transport(get(origin, { timeoutMs: 500 }));
      assert.deepEqual([status, text], [200, undefined]);
    });

    it('returns the status without text if the body is cut off, and works afterwards', async () => {
      let isCut = true;
      const origin = await serve((_, outgoing) => {
        outgoing.writeHead(200, { 'content-length': 4 });
        if (isCut) outgoing.write('ha', () => outgoing.destroy());
        else outgoing.end('text');
      });
      const transport = create();
      const { status, text } = await transport(get(origin));
      assert.deepEqual([status, text], [200, undefined]);
      isCut = false;
      assert.equal((await transport(get(origin))).text, 'text');
    });

    it('returns the longest text, and none that is a byte longer, whether its length is announced or not', async () => {
      const origin = await serve(({ url = '' }, outgoing) => {
        const text = 'x'.repeat(MAX_BYTES + (url.endsWith('longer') ? 1 : 0));
        if (url.startsWith('/announced')) outgoing.setHeader('content-length', text.length);
        else outgoing.write('');
        outgoing.end(text);
      });
      const transport = create();
      for (const way of ['announced', 'chunked']) {
        assert.equal((await transport(get(`${origin}/${way}`))).text?.length, MAX_BYTES);
        const { status, text } = await transport(get(`${origin}/${way}/longer`));
        assert.deepEqual([status, text], [200, undefined], way);
      }
    });

    for (const [coding, compress] of Object.entries({
      gzip: gzipSync,
      deflate: deflateSync,
      br: brotliCompressSync,
    })) {
      it(`decodes a body that is compressed although nobody asked for it, up to the longest text: ${coding}`, async () => {
        const origin = await serve(({ url = '' }, outgoing) => {
          outgoing.setHeader('content-encoding', coding);
          if (url === '/broken') return outgoing.end(Buffer.alloc(20, 255));
          return outgoing.end(compress(url === '/short' ? '{"é": 1}' : 'x'.repeat(MAX_BYTES + 1)));
        });
        const transport = create();
        assert.equal((await transport(get(`${origin}/short`))).text, '{"é": 1}');
        for (const path of ['/long', '/broken']) {
          const { status, text } = await transport(get(origin + path));
          assert.deepEqual([status, text], [200, undefined], path);
        }
      });
    }

    for (const status of [204, 304]) {
      it(`returns an empty text for ${status} with a length, which has no body`, async () => {
        const origin = await serve(({ socket }) =>
          socket.write(`HTTP/1.1 ${status} -\r\nContent-Length: 2\r\n\r\n`),
        );
        const response = await create()(get(origin));
        assert.deepEqual([response.status, response.text], [status, '']);
      });
    }

    it('returns an empty text for 204, and uses the connection again', async () => {
      const ports = new Set<number | undefined>();
      const origin = await serve(({ socket }, outgoing) => {
        ports.add(socket.remotePort);
        outgoing.writeHead(204).end();
      });
      const transport = create();
      for (let call = 0; call < 10; call += 1) {
        const { status, text } = await transport(get(origin));
        assert.deepEqual([status, text], [204, '']);
      }
      assert.ok(ports.size < 10, `${ports.size} connections for 10 requests`);
    });
  });
}
