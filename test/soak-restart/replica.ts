import { setTimeout as sleep } from 'node:timers/promises';
import { vaultlink } from '../node/program.ts';
import { freePort } from '../support/free-port.ts';
import type { Outage } from './judge.ts';

/** Time between two questions whether a replica is ready. */
const POLL_MS = 50;

/** A replica takes no longer to start. */
const START_LIMIT_MS = 60_000;

/** Gives a `vaultlink serve` its port, which stays the same when it is started again. It is not started yet. */
export async function reserveReplica() {
  const port = await freePort();
  const name = `127.0.0.1:${port}`;
  let env: Record<string, string> = {};
  let program: ReturnType<typeof vaultlink> | undefined;

  async function isReady(): Promise<boolean> {
    try {
      const answer = await fetch(`http://${name}/vault/health/ready`);
      await answer.body?.cancel();
      return answer.status === 200;
    } catch {
      return false;
    }
  }

  async function start(): Promise<void> {
    program = vaultlink(['serve'], { ...env, PORT: String(port) });
    const deadlineMs = performance.now() + START_LIMIT_MS;
    while (!(await isReady())) {
      if (performance.now() > deadlineMs) throw new Error(`Not ready: ${program.printed.err}`);
      await sleep(POLL_MS);
    }
  }

  async function end(kind: Outage['kind']): Promise<void> {
    if (kind === 'kill') program?.kill();
    else program?.stop();
    const [code] = (await program?.closed) ?? [0];
    if (kind === 'restart' && code !== 0) throw new Error(`A replica ended with code ${code}.`);
  }

  return {
    name,
    /** @param settings environment variables */
    start(settings: Record<string, string>): Promise<void> {
      env = settings;
      return start();
    },
    /** Ends the process, waits for its end, starts it again and waits until it is ready. */
    async replace(kind: Outage['kind']): Promise<Outage> {
      const signalAtMs = performance.now();
      await end(kind);
      const endedAtMs = performance.now();
      await start();
      return { kind, replica: name, signalAtMs, endedAtMs, readyAtMs: performance.now() };
    },
    end: () => end('kill'),
  };
}
