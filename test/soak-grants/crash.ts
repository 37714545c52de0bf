import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './setup.ts';

/** What a process leaves behind that has crashed. */
export interface Wreck {
  process: number;
  /** The grant at which it crashed. */
  index: number;
  /** Grants for which it had asked the service, and had not saved an answer. */
  unsaved: number[];
}

/** Ends this process where the faults of a run say so, as a power cut would: nothing is given back, closed or sent any more. */
export function crasher(folder: string, faults: readonly (Fault | null)[]) {
  const unsaved = new Set<number>();

  /** Returns whether this is the first time, in all the processes. */
  function isFirst(index: number): boolean {
    try {
      closeSync(openSync(join(folder, `crashed-${index}`), 'wx'));
      return true;
    } catch {
      return false;
    }
  }

  return {
    /** For which grants the service was asked, and nothing is saved yet. */
    unsaved,
    mayCrash: async (index: number, fault: Fault): Promise<void> => {
      if (faults[index] !== fault || !isFirst(index)) return;
      const wreck: Wreck = { process: process.pid, index, unsaved: [...unsaved] };
      writeFileSync(join(folder, `wreck-${index}.json`), JSON.stringify(wreck));
      process.kill(process.pid, 'SIGKILL');
      await new Promise<never>(() => undefined);
    },
  };
}

/** Of all the processes that have crashed. */
export const readWrecks = (folder: string): Wreck[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('wreck-'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Wreck);
