import type { Socket } from 'node:net';
import { serve } from '@hono/node-server';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** What every server of Vaultlink is: a function from a request to a response. */
export type Handler = (request: Request) => Response | Promise<Response>;

/** Where a {@link Handler} listens. */
export interface Listener {
  /** Such as `http://127.0.0.1:4800`. */
  origin: string;
  port: number;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
}

/** Where to listen. */
export interface ListenOptions {
  /** Default: `0`, a free port. */
  port?: number;
  /** Default: `127.0.0.1`. */
  hostname?: string;
}

/**
 * Serves `handler` over HTTP on Node. A handler that answers `Response.error()` has its connection cut, as a network error would.
 *
 * @throws the error of Node's server, such as `EADDRINUSE`
 */
export function listen(handler: Handler, options: ListenOptions = {}): Promise<Listener> {
  const { port = 0, hostname = '127.0.0.1' } = options;
  const sockets = new Set<Socket>();
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        port,
        hostname,
        overrideGlobalObjects: false,
        fetch: async (request, bindings) => {
          const response = await handler(request);
          if (response.type !== 'error') return response;
          (bindings as HttpBindings).incoming.socket.destroy();
          return RESPONSE_ALREADY_SENT;
        },
      },
      (address) => {
        resolve({
          origin: `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${address.port}`,
          port: address.port,
          close: () =>
            new Promise((closed) => {
              server.close(() => closed());
              for (const socket of sockets) socket.destroy();
            }),
        });
      },
    );
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    server.on('error', reject);
  });
}
