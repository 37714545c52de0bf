import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** A mistake that is made on purpose: a patch, with the rule that it breaks. */
export interface PlantedFault {
  /** Such as `endlink/second-tab-sends-again`. */
  name: string;
  /** The part of the code that it is in. */
  room: string;
  /** What must hold, after one word for the kind: once, lost, leaked, paid or right. */
  rule: string;
  /** Why no test catches it yet. Missing: one does, and has to. */
  escapes?: string;
  /** Path of the patch. */
  patch: string;
  /** Paths of the files that the patch changes. */
  paths: readonly string[];
  /** Test files of its rule, wherever they are: the loop may choose others for these paths. */
  tests: readonly string[];
}

/** How many there are, always: a patch that no longer applies is written again for the same rule. */
export const FAULT_COUNT = 60;

/** Reads all planted faults, room by room. */
export function readFaults(): PlantedFault[] {
  return globSync('test/planted/*/*.patch').sort().map(readFault);
}

function readFault(patch: string): PlantedFault {
  const text = readFileSync(patch, 'utf8');
  const room = basename(dirname(patch));
  const escapes = /^Escapes: (.+)$/m.exec(text)?.[1];
  return {
    name: `${room}/${basename(patch, '.patch')}`,
    room,
    rule: /^Rule: (.+)$/m.exec(text)?.[1] ?? '',
    ...(escapes && { escapes }),
    patch,
    tests: /^Tests: (.+)$/m.exec(text)?.[1]?.split(' ') ?? [],
    paths: [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, path = '']) => path),
  };
}
