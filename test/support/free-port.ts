import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below those that a system gives to whoever asks for any (Linux: from 32768). */
const FIRST = 15_000;
const COUNT = 17_000;

/**
 * A port of this machine that nobody listens on, for a program that takes one and does not choose it. The system gives it to nobody by chance, not even
 * while that program is down.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch {
      // Somebody listens there.
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
