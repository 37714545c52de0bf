import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { assertKnownOptions } from '../../bff/config/mistakes.ts';
import { rememberNodeRequest } from './node-request.ts';

/** Handles a request: returns its response. */
export type Handler = (request: Request) => Response | Promise<Response>;

/** A listening HTTP server. */
export interface Listener {
  /** Such as `http://127.0.0.1:4800`. */
  origin: string;
  port: number;
  /** Stops listening and closes all connections immediately. */
  close(): Promise<void>;
  /**
   * Shuts down gracefully. Sends `Connection: close` with each response, keeps listening for `delayMs`, then waits for requests in flight and closes
   * all connections.
   *
   * During the delay, the responses make a proxy open new connections elsewhere. So the delay must be longer than the proxy keeps an idle connection.
   *
   * @param timeoutMs how long to wait for requests after the delay; the remaining connections are then cut. Default: 60,000
   * @param delayMs default: 0
   */
  drain(timeoutMs?: number, delayMs?: number): Promise<void>;
}

/** Options of {@link listen}. */
export interface ListenOptions {
  /** Port to listen on. Default: `0`, a free port. */
  port?: number;
  /** Address to listen on. Default: `127.0.0.1`. */
  hostname?: string;
  /** Milliseconds for which an idle connection is kept. It must be longer than a proxy in front keeps it. Default: 5,000, as in Node. */
  keepAliveTimeoutMs?: number | undefined;
  /**
   * Whether to replace the global `Request` and `Response` of this process by those of `@hono/node-server`, which are much faster. Default: `false`,
   * because responses of the global `fetch` are not instances of them.
   */
  replaceGlobals?: boolean;
}

/** How often to close idle connections while the server drains. */
const DRAIN_INTERVAL_MS = 20;

/** A token request may take half of this time. */
const DRAIN_TIMEOUT_MS = 60_000;

/** An event loop turn that is at most this long has done no work. */
const IDLE_TURN_MS = 0.05;

/** Maximum number of turns to wait for an idle one, so that a busy server closes too. Not a time limit, which a stalled process would miss. */
const MOST_TURNS = 5000;

/**
 * Serves `handler` over HTTP on Node. If the handler returns `Response.error()`, cuts the connection, as a network error would.
 *
 * @throws VaultError `configuration_error` if an option does not exist
 * @throws the error of Node's server, such as `EADDRINUSE`
 */
export function listen(handler: Handler, options: ListenOptions = {}): Promise<Listener> {
  assertKnownOptions(options, {
    port: true,
    hostname: true,
    keepAliveTimeoutMs: true,
    replaceGlobals: true,
  });
  const { port = 0, hostname = '127.0.0.1', replaceGlobals = false } = options;
  const { keepAliveTimeoutMs } = options;
  const openSockets = new Set<Socket>();
  let isDraining = false;
  let connectionCount = 0;
  /**
   * Waits for an event loop turn without a new connection. The operating system completes connections before Node accepts them, one per turn. Closing
   * the listening socket would reset the waiting connections together with the requests in them.
   */
  const waitUntilAllAccepted = async () => {
    // Compiles the closing code in advance. Compilation would otherwise be the longest step between the last turn and the closing of the socket.
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
            // Checked here, so that no list of open responses is needed in normal operation.
            if (isDraining) endConnectionOf(outgoing);
          }
          // Only `Response.error()` has status 0. Reading `type` would be clearer, but it creates a full response, which is slow.
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
              await waitUntilAllAccepted();
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
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        error.message += '. Stop the program that listens there, or choose another port.';
      }
      reject(error);
    });
  });
}
