import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { exited } from './exited.ts';
import { freePort } from './free-port.ts';

/** A database's server that a test has started, on this machine alone. */
export interface Server {
  port: number;
  /** Ends it as one that is shut down; what it holds on disk stays. */
  stop(): Promise<void>;
  /** Starts it again, on the same port and with what is on its disk. */
  start(): Promise<void>;
  /** Ends it, and forgets all. */
  close(): Promise<void>;
}

/** How to run a server. */
export interface ServerProgram {
  /** @param place its port, and a folder of its own */
  command: (place: { port: number; folder: string }) => readonly [string, ...string[]];
  /** What it prints when it is ready. */
  ready: RegExp;
  /** Prepares its folder. */
  prepare?: ((folder: string) => void) | undefined;
  /** Whom it runs as. */
  user?: { uid: number; gid: number } | undefined;
}

/** Ends the server when the test does, however that comes: then nobody holds the other end of the pipe any more. */
const UNTIL_THE_TEST_ENDS = `
  "$@" 3<&- &
  server=$!
  { read -r _; kill -INT $server; } <&3 2>/dev/null &
  wait $server`;

/** Another may take the free port first. */
const ATTEMPTS = 3;

/** @throws with what the server printed, where it does not start */
export async function startServer({
  command,
  ready,
  prepare,
  user,
}: ServerProgram): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultlink-'));
  prepare?.(folder);
  let child: ChildProcess | undefined;

  async function start(port: number): Promise<void> {
    const [program, ...parameters] = command({ port, folder });
    const started = spawn('sh', ['-c', UNTIL_THE_TEST_ENDS, 'sh', program, ...parameters], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      ...user,
    });
    child = started;
    let printed = '';
    await new Promise<void>((resolve, reject) => {
      const read = (text: Buffer) => {
        printed += String(text);
        if (ready.test(printed)) resolve();
      };
      started.stdout?.on('data', read);
      started.stderr?.on('data', read);
      started.on('exit', () => reject(new Error(`${program} has ended: ${printed}`)));
    });
  }
  async function stop(): Promise<void> {
    const ended = child;
    child = undefined;
    if (!ended) return;
    const end = exited(ended);
    (ended.stdio[3] as Writable).end();
    await end;
  }

  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      await start(port);
      return {
        port,
        stop,
        start: () => start(port),
        async close() {
          await stop();
          rmSync(folder, { recursive: true });
        },
      };
    } catch (error) {
      // What waits for the end of the test would keep it from ending.
      await stop();
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
