import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { rememberNodeRequest } from './node-request.ts';

/** What every server of Vaultlink is: a function from a request to a response. */
export type Handler = (request: Request) => Response | Promise<Response>;

/** Where a {@link Handler} listens. */
export interface Listener {
  /** Such as `http://127.0.0.1:4800`. */
  origin: string;
  port: number;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
  /**
   * Tells each client that its connection is closed, goes on listening for `delayMs`, then lets every request that has begun be answered, and ends
   * every connection.
   *
   * A proxy that keeps connections learns from the answers that come within the delay to open others: it must be longer than the proxy keeps a
   * connection that nobody uses.
   *
   * @param timeoutMs how long to wait for requests, after the delay; what is left is cut. Default: 60,000
   * @param delayMs default: 0
   */
  drain(timeoutMs?: number, delayMs?: number): Promise<void>;
}

/** Where to listen. */
export interface ListenOptions {
  /** Default: `0`, a free port. */
  port?: number;
  /** Default: `127.0.0.1`. */
  hostname?: string;
  /** For how long a connection that nobody uses is kept, in milliseconds; longer than a proxy before it keeps it. Default: 5,000, as in Node. */
  keepAliveTimeoutMs?: number | undefined;
  /**
   * Whether the globals `Request` and `Response` of this process become those of `@hono/node-server`, which do the same at a fraction of the
   * cost. Default: `false`, since an answer of the global `fetch` is no instance of them.
   */
  replaceGlobals?: boolean;
}

/** How often connections are looked for that have become idle while the server drains. */
const DRAIN_INTERVAL_MS = 20;

/** A token request may take half of it. */
const DRAIN_TIMEOUT_MS = 60_000;

/** A turn of the event loop that takes no longer has done nothing. */
const IDLE_TURN_MS = 0.05;

/** How many turns to wait for such a one: a server that is never idle closes all the same. Not a time, which a stalled process would miss. */
const MOST_TURNS = 5000;

/**
 * Serves `handler` over HTTP on Node. A handler that answers `Response.error()` has its connection cut, as a network error would.
 *
 * @throws the error of Node's server, such as `EADDRINUSE`
 */
export function listen(handler: Handler, options: ListenOptions = {}): Promise<Listener> {
  const { port = 0, hostname = '127.0.0.1', replaceGlobals = false } = options;
  const { keepAliveTimeoutMs } = options;
  const openSockets = new Set<Socket>();
  let isDraining = false;
  let connectionCount = 0;
  /**
   * Waits for a turn of the event loop in which no connection is accepted. The system completes connections before Node accepts them, and closing
   * the listening socket resets those that wait, together with the requests in them. Node accepts one of them a turn.
   */
  const untilAllAreAccepted = async () => {
    // Compiles what closes the server: that takes longer than all the rest between the last turn and the end of the listening socket.
    createServer().close();
    for (let turns = 0; turns < MOST_TURNS; turns += 1) {
      const startedMs = performance.now();
      const countBefore = connectionCount;
      await turn();
      const isIdle = performance.now() - startedMs < IDLE_TURN_MS;
      if (isIdle && connectionCount === countBefore) return;
    }
  };
  const endConnectionOf = (response: ServerResponse) => response.setHeader('connection', 'close');
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        port,
        hostname,
        overrideGlobalObjects: replaceGlobals,
        fetch: async (request, bindings) => {
          const { incoming, outgoing } = bindings as HttpBindings;
          rememberNodeRequest(request, incoming);
          let response: Response;
          try {
            response = await handler(request);
          } finally {
            // Asked here, so that no list of open responses has to be kept while it does not drain.
            if (isDraining) endConnectionOf(outgoing);
          }
          // Only an error has the status 0. Its type would be the plainer question, but costs a response of the slow kind.
          if (response.status !== 0) return response;
          incoming.socket.destroy();
          return RESPONSE_ALREADY_SENT;
        },
      },
      (address) => {
        const cut = () => {
          for (const socket of openSockets) socket.destroy();
        };
        const stop = () => new Promise<void>((closed) => server.close(() => closed()));
        resolve({
          origin: `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${address.port}`,
          port: address.port,
          close() {
            const stopped = stop();
            cut();
            return stopped;
          },
          async drain(timeoutMs = DRAIN_TIMEOUT_MS, delayMs = 0) {
            isDraining = true;
            server.prependListener('request', (_: unknown, response: ServerResponse) =>
              endConnectionOf(response),
            );
            if (delayMs > 0) {
              await sleep(delayMs);
              await untilAllAreAccepted();
            }
            const stopped = stop();
            const limit = setTimeout(cut, timeoutMs);
            const idle = setInterval(() => {
              if ('closeIdleConnections' in server) server.closeIdleConnections();
            }, DRAIN_INTERVAL_MS);
            await stopped;
            clearInterval(idle);
            clearTimeout(limit);
          },
        });
      },
    );
    if ('keepAliveTimeout' in server && keepAliveTimeoutMs !== undefined) {
      server.keepAliveTimeout = keepAliveTimeoutMs;
    }
    server.on('connection', (socket: Socket) => {
      connectionCount += 1;
      openSockets.add(socket);
      socket.on('close', () => openSockets.delete(socket));
    });
    server.on('error', reject);
  });
}
