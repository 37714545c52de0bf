import { once } from 'node:events';
import { createServer } from 'node:net';

/** A process begins elsewhere than the ones beside it: what one has been given may be down for a while, and is still its own. */
let next = process.pid * 101;

/** Ports below those that a system gives to whoever asks for any (Linux: from 32768). */
const FIRST = 15_000;
const COUNT = 17_000;

/**
 * A port of this machine that nobody listens on, for a program that takes one and does not choose it. The system gives it to nobody by chance, not even
 * while that program is down.
 *
 * @param hostname where it will listen
 */
export async function freePort(hostname = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = FIRST + (next++ % COUNT);
    const server = createServer();
    try {
      await once(server.listen(port, hostname), 'listening');
    } catch (error) {
      // Somebody listens there.
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue;
      throw error;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
