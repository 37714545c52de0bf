import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Handler } from 'vaultlink/node';

/** A server behind a proxy, as behind nginx. */
export interface Proxied {
  fetch: Handler;
  close(): Promise<void>;
}

/** Starts `server` on a free port of this machine, and forwards requests to it. */
export async function behindProxy(server: Server): Promise<Proxied> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    async fetch(request) {
      const target = new URL(request.url);
      target.host = `127.0.0.1:${port}`;
      const { method, headers } = request;
      const body = method === 'POST' ? await request.text() : null;
      return fetch(target, {
        method,
        headers: withoutConnectionHeaders(headers),
        body,
        redirect: 'manual',
      });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Removes the headers that belong to one connection. @see RFC 9110 section 7.6.1 */
function withoutConnectionHeaders(headers: Headers): Headers {
  const passed = new Headers(headers);
  for (const name of ['connection', 'content-length', 'keep-alive', 'transfer-encoding']) {
    passed.delete(name);
  }
  return passed;
}
