import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Settled } from './instance.ts';
import { CALLERS, PROCESSES } from './setup.ts';

/** Starts a program, by default of this folder, which ends with its parent. @param beside the address of a file in its folder */
export function launch(
  name: string,
  parameters: string[],
  beside: string = import.meta.url,
): ChildProcess {
  return fork(fileURLToPath(new URL(name, beside)), parameters, {
    execArgv: ['--conditions=vaultlink-source', '--disable-warning=ExperimentalWarning'],
  });
}

/** Ends it, and waits until it has. */
export async function end(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}

/** One process, which is replaced when it crashes: whoever got no answer from it asks the one that comes after it. */
function startInstance(folder: string, serviceOrigin: string, onCrash: () => void) {
  const waiting = new Map<number, (failures: string[]) => void>();
  let cutOff = 0;
  let child = start();

  function start(): ChildProcess {
    const started = launch('instance.ts', [folder, serviceOrigin]);
    started.on('message', ({ grant, failures }: Settled) => {
      waiting.get(grant)?.(failures);
      waiting.delete(grant);
    });
    started.on('exit', (code, signal) => {
      if (code) throw new Error('A process has ended by itself.');
      if (signal !== 'SIGKILL') return;
      cutOff += waiting.size * CALLERS;
      child = start();
      for (const grant of waiting.keys()) tell(grant);
      onCrash();
    });
    return started;
  }

  /** One that crashes just now does not hear it; the one after it is told again. */
  const tell = (grant: number) => child.send(grant, () => undefined);

  return {
    cutOff: () => cutOff,
    call: (grant: number) =>
      new Promise<string[]>((resolve) => {
        waiting.set(grant, resolve);
        tell(grant);
      }),
    end: () => end(child),
  };
}

/** The processes of a run. */
export function startInstances(folder: string, serviceOrigin: string) {
  const events = new EventEmitter();
  const onCrash = () => events.emit('crash');
  const instances = Array.from({ length: PROCESSES }, () =>
    startInstance(folder, serviceOrigin, onCrash),
  );
  return {
    /** Everybody needs this grant at once. @returns the codes of those who failed */
    call: async (grant: number) =>
      (await Promise.all(instances.map((instance) => instance.call(grant)))).flat(),
    /** When a process has crashed, and its successor has begun. */
    nextCrash: () => once(events, 'crash'),
    /** Returns the number of callers who got no answer because of a crash, and asked again. */
    cutOff: () => instances.reduce((sum, instance) => sum + instance.cutOff(), 0),
    end: () => Promise.all(instances.map((instance) => instance.end())),
  };
}
