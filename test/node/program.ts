import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A key ring for tests. */
export const KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

/** What no log may show. */
export const CLIENT_SECRET = 'the-secret-of-the-client';

/** The public origin of the backend under test: on this machine, so that cookies are plain. */
export const ORIGIN = 'http://localhost:3000';

/** Everything that is required, for a service at `serviceOrigin`, on a free port and in memory. */
export const variables = (serviceOrigin: string): Record<string, string> => ({
  VAULTLINK_BASE_URL: serviceOrigin,
  VAULTLINK_CLIENT_ID: 'client-1',
  VAULTLINK_CLIENT_SECRET: CLIENT_SECRET,
  VAULTLINK_REDIRECT_URI: `${ORIGIN}/vault/callback`,
  VAULTLINK_ORIGIN: ORIGIN,
  VAULTLINK_KEYS: KEYS,
  VAULTLINK_STORE: 'memory:',
  PORT: '0',
  VAULTLINK_DRAIN_MS: '0',
});

const running = new Set<ChildProcess>();

/** Ends whatever a test has left running. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
}

/** What every program needs. With the cache, Node compiles a module once for all programs, which halves what a start costs. */
export const PROGRAM_VARIABLES: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '.cache/compiled',
};

/** Starts a program and keeps what it prints. */
export function start(command: string, parameters: string[], env: Record<string, string>) {
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  const child = spawn(command, parameters, { stdio, env: { ...PROGRAM_VARIABLES, ...env } });
  running.add(child);
  const printed = { out: '', err: '' };
  child.stdout.on('data', (text) => (printed.out += String(text)));
  child.stderr.on('data', (text) => (printed.err += String(text)));
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  void closed.then(() => running.delete(child));
  return {
    printed,
    closed,
    stop: () => child.kill('SIGTERM'),
    kill: () => child.kill('SIGKILL'),
    interrupt: () => child.kill('SIGINT'),
    /** Reads nothing more of what it prints, as when a terminal is closed. */
    hangUp: async () => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.destroy();
        await once(stream, 'close');
      }
    },
    /** Waits for text on either output. @throws with all that was printed where the program ends before */
    async says(pattern: RegExp): Promise<RegExpExecArray> {
      const over = closed.then(() => 'over' as const);
      for (let last: unknown; ;) {
        const found = pattern.exec(printed.out) ?? pattern.exec(printed.err);
        if (found) return found;
        if (last === 'over') throw new Error(`It ended: ${printed.out}${printed.err}`);
        last = await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), over]);
      }
    },
  };
}

/** Starts the `vaultlink` command. */
export const vaultlink = (parameters: string[], env: Record<string, string> = {}) =>
  start(process.execPath, ['--conditions=vaultlink-source', 'src/node/cli.ts', ...parameters], env);
