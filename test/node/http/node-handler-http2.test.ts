import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, constants, createServer } from 'node:http2';
import type { ClientHttp2Session, Http2ServerRequest, IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { toNodeHandler } from 'vaultlink/node';
import type { HostRequest } from 'vaultlink/node';
import { bffOf, PUSH, responseOf } from '../mounted.ts';

const closers: (() => void)[] = [];
after(() => {
  for (const close of closers) close();
});

/**
 * Serves a stand-in for a backend over HTTP/2, with the API of Node that is compatible with HTTP/1.
 *
 * @param prepare runs before the handler
 * @returns a session with the server
 */
async function sessionWith(
  answer: Parameters<typeof bffOf>[0],
  prepare: (req: Http2ServerRequest) => unknown = () => undefined,
): Promise<ClientHttp2Session> {
  const handler = toNodeHandler(bffOf(answer));
  const server = createServer((req, res) => {
    void Promise.resolve(prepare(req)).then(() =>
      handler(req as unknown as HostRequest, res as unknown as ServerResponse),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  closers.push(() => {
    session.destroy();
    server.close();
  });
  return session;
}

const post = (session: ClientHttp2Session) =>
  session.request({ ':method': 'POST', ':path': PUSH, 'content-type': 'application/json' });

describe('toNodeHandler over HTTP/2', () => {
  it('closes a request whose body is too long, and answers the next one', async () => {
    const session = await sessionWith(async (request) => {
      const isTooLong = (await request.readText(4)) === undefined;
      return responseOf(isTooLong ? 413 : 200, '{}');
    });
    for (const [body, status] of [
      ['x'.repeat(1_000_000), 413],
      ['ok', 200],
    ] as const) {
      const stream = post(session);
      stream.end(body);
      const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
      assert.equal(headers[':status'], status);
      assert.equal(await text(stream), '{}');
      if (!stream.closed) await once(stream, 'close');
    }
  });

  it('says that a body parser has left no body, also of a request without a length', async () => {
    const read = Promise.withResolvers<unknown>();
    const answer: Parameters<typeof bffOf>[0] = async (request) => {
      read.resolve(await request.readText(1000).catch((error: unknown) => error));
      return responseOf(204);
    };
    post(await sessionWith(answer, text)).end('{}');
    assert.match(String(await read.promise), /A body parser has read the body/);
  });

  it('tells the backend when the client goes away', async () => {
    const signal = Promise.withResolvers<AbortSignal>();
    const session = await sessionWith((request) => {
      signal.resolve(request.webRequest.signal);
      return new Promise(() => undefined);
    });
    const stream = post(session);
    stream.on('error', () => undefined).end('{}');
    const { aborted } = await signal.promise;
    assert.equal(aborted, false);
    stream.close(constants.NGHTTP2_CANCEL);
    const left = await signal.promise;
    if (!left.aborted) await once(left, 'abort');
  });
});
