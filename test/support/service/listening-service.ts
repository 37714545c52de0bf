import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { standInService } from './stand-in-service.ts';
import type { StandInOptions } from './stand-in-service.ts';

/** Longer than any test: no request meets a connection that is just being closed. */
const KEEP_ALIVE_MS = 600_000;

/**
 * Starts the stand-in for the service on a free port of this machine, for programs that a test starts. Where an answer fails, such as after
 * `loseNextAnswer`, the connection is cut.
 */
export async function startListeningService(options: StandInOptions = {}) {
  const service = standInService(options);
  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const { method = 'GET', url = '/' } = incoming;
      const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      const body = await text(incoming);
      const response = await service.fetch(origin + url, { method, headers, body });
      const answer = Buffer.from(await response.arrayBuffer());
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(answer);
    } catch {
      incoming.socket.destroy();
    }
  }
  const server = createServer((incoming, outgoing) => void respond(incoming, outgoing));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...service,
    origin,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export type ListeningService = Awaited<ReturnType<typeof startListeningService>>;
