import { createServer, ServerResponse } from 'node:http';
import type { OutgoingHttpHeader, OutgoingHttpHeaders, RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { VaultBff } from '../../bff/index.ts';
import { assertKnownOptions } from '../../bff/operating.ts';
import { VaultError } from '../../protocol/index.ts';
import { toNodeHandler } from './node-handler.ts';
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
}

/** Milliseconds between two times that idle connections are closed while the server drains. */
const DRAIN_INTERVAL_MS = 20;

/** A token request may take half of this time. */
const DRAIN_TIMEOUT_MS = 60_000;

/** An event loop turn that is at most this long has done no work. */
const IDLE_TURN_MS = 0.05;

/** Maximum number of turns to wait for an idle one, so that a busy server closes too. Not a time limit, which a stalled process would miss. */
const MAX_TURNS = 5000;

/**
 * Serves a backend or a handler over HTTP on Node. If a handler returns `Response.error()`, cuts the connection, as a network error would.
 *
 * @param served a backend costs less than its `fetch`
 * @throws VaultError `configuration_error` if an option does not exist
 * @throws the error of Node's server, such as `EADDRINUSE`
 */
export function listen(
  served: Handler | Pick<VaultBff, 'answer' | 'basePath'>,
  options: ListenOptions = {},
): Promise<Listener> {
  assertKnownOptions(options, { port: true, hostname: true, keepAliveTimeoutMs: true });
  const listener = typeof served === 'function' ? listenerOf(served) : toNodeHandler(served);
  return listenWith((incoming, outgoing) => void listener(incoming, outgoing), options);
}

/** Makes a handler a listener of Node's server. */
export const listenerOf = (handler: Handler): ReturnType<typeof getRequestListener> =>
  getRequestListener(
    async (request, bindings) => {
      const { incoming } = bindings as HttpBindings;
      rememberNodeRequest(request, incoming);
      const response = await handler(request);
      // Only `Response.error()` has status 0.
      if (response.status !== 0) return response;
      incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false, hostname: 'localhost' },
  );

/**
 * Serves a listener of Node's server over HTTP.
 *
 * @throws the error of Node's server, such as `EADDRINUSE`
 */
export async function listenWith(
  listener: RequestListener,
  { port = 0, hostname = '127.0.0.1', keepAliveTimeoutMs }: ListenOptions,
): Promise<Listener> {
  let isDraining = false;
  /** Asks the client to close the connection while the server drains. A list of open responses would cost something in normal operation. */
  class DrainingResponse extends ServerResponse {
    /** Writes the status and the headers. */
    override writeHead(
      statusCode: number,
      ...rest: (string | OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined)[]
    ): this {
      if (isDraining) this.shouldKeepAlive = false;
      return super.writeHead(statusCode, ...(rest as [OutgoingHttpHeaders?]));
    }
  }
  const openSockets = new Set<Socket>();
  let connectionCount = 0;
  const server = createServer({ ServerResponse: DrainingResponse }, listener);
  if (keepAliveTimeoutMs !== undefined) server.keepAliveTimeout = keepAliveTimeoutMs;
  server.on('connection', (socket: Socket) => {
    connectionCount += 1;
    openSockets.add(socket);
    socket.on('close', () => openSockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    // Stays: a later error, such as a connection that cannot be accepted, must not end the process.
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        error.message += '. Stop the program that listens there, or choose another port.';
      }
      reject(error);
    });
    server.listen(port, hostname, resolve);
  });

  const cut = () => {
    for (const socket of openSockets) socket.destroy();
  };
  const stop = () => new Promise<void>((closed) => server.close(() => closed()));
  const address = server.address() as AddressInfo;
  return {
    origin: `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${address.port}`,
    port: address.port,
    close() {
      const stopped = stop();
      cut();
      return stopped;
    },
    async drain(timeoutMs = DRAIN_TIMEOUT_MS, delayMs = 0) {
      isDraining = true;
      if (delayMs > 0) {
        await sleep(delayMs);
        await waitUntilAllAccepted(() => connectionCount);
      }
      const stopped = stop();
      const limit = setTimeout(cut, timeoutMs);
      const idle = setInterval(() => server.closeIdleConnections(), DRAIN_INTERVAL_MS);
      await stopped;
      clearInterval(idle);
      clearTimeout(limit);
    },
  };
}

/**
 * Waits for an event loop turn without a new connection. The operating system completes connections before Node accepts them, one per turn. Closing
 * the listening socket would reset the waiting connections together with the requests in them.
 */
async function waitUntilAllAccepted(countConnections: () => number): Promise<void> {
  // Compiles the closing code in advance. Compilation would otherwise be the longest step between the last turn and the closing of the socket.
  createServer().close();
  for (let turns = 0; turns < MAX_TURNS; turns += 1) {
    const startedMs = performance.now();
    const countBefore = countConnections();
    await turn();
    const isIdle = performance.now() - startedMs < IDLE_TURN_MS;
    if (isIdle && countConnections() === countBefore) return;
  }
}

/** Error codes for a host that this machine cannot listen on. */
const UNUSABLE: ReadonlySet<string | undefined> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'EINVAL',
]);

/**
 * Checks whether this machine can listen on a host, before anything is opened or created.
 *
 * @throws VaultError `configuration_error`
 */
export async function assertHost(hostname: string): Promise<void> {
  const server = createTcpServer();
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve);
    // Any free port: whether PORT is free shows later.
    server.listen(0, hostname, () => {
      server.close(() => resolve(undefined));
    });
  });
  if (!UNUSABLE.has(error?.code)) return;
  const message = `HOST: this machine has no address "${hostname}" (${error?.code}). Use 127.0.0.1, or 0.0.0.0 for all of its addresses.`;
  throw new VaultError('configuration_error', message, { messages: [message] });
}
