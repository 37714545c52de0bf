import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { isInner } from '../suites.ts';
import type { Suite } from '../suites.ts';
import type { RunRecord } from './record.ts';

/** When an outer suite passed last. */
interface Proof {
  commit: string;
  /** ISO 8601. */
  at: string;
}

/** Suite → its proof. Only `npm run test:all` writes it. */
export type Proofs = Record<string, Proof>;

/** Where that is kept, with the sources. */
const FILE = 'test/last-full-run.json';

/** What of the outer circle a submission runs, and what it leaves out. */
export interface Plan {
  run: Suite[];
  leftOut: { suite: Suite; reason: string }[];
}

/** Reads when each outer suite passed last. */
export function readProofs(): Proofs {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Proofs;
  } catch {
    return {};
  }
}

/** Writes that suites have passed at the commit that is checked out. Does nothing where files differ from that commit. */
export function writeProofs(suites: readonly Suite[]): void {
  if (!suites.length) return;
  if (git('status', '--porcelain', '--', '.', `:!${FILE}`)) {
    console.log(`${FILE} stays as it is: there are changes that are not committed.`);
    return;
  }
  const proof = { commit: git('rev-parse', 'HEAD'), at: new Date().toISOString() };
  const proofs = {
    ...readProofs(),
    ...Object.fromEntries(suites.map(({ name }) => [name, proof])),
  };
  writeFileSync(FILE, JSON.stringify(proofs, null, 2) + '\n');
  console.log(`${FILE} has changed: commit it.`);
}

/**
 * Plans the outer suites of a submission: those that the changes since their last proof concern, the longest unproved first, as far as the
 * minutes allow.
 *
 * @param changedSince paths that differ between a commit and the files here; `undefined` for a commit that is not known here
 */
export function planOuter(
  suites: readonly Suite[],
  proofs: Proofs,
  minutes: number,
  changedSince: (commit: string) => readonly string[] | undefined = pathsChangedSince,
): Plan {
  const plan: Plan = { run: [], leftOut: [] };
  let left = minutes;
  const age = ({ name }: Suite) => proofs[name]?.at ?? '';
  const outer = suites.filter((suite) => !isInner(suite));
  for (const suite of outer.toSorted((a, b) => age(a).localeCompare(age(b)))) {
    const proof = proofs[suite.name];
    const paths = proof && changedSince(proof.commit);
    const concern = paths?.find((path) =>
      suite.outside?.concerns.some((start) => path.startsWith(start)),
    );
    if (paths && !concern)
      plan.leftOut.push({ suite, reason: 'nothing that concerns it has changed' });
    else if (suite.minutes > left)
      plan.leftOut.push({ suite, reason: `its ${suite.minutes} minutes are not left` });
    else {
      left -= suite.minutes;
      plan.run.push(suite);
    }
  }
  return plan;
}

/** Returns the factor by which the suites of a run took longer than planned; at least 1. */
export function slownessOf(suites: readonly Suite[], records: readonly RunRecord[]): number {
  let planned = 0;
  let taken = 0;
  for (const { name, minutes } of suites) {
    const step = records.find((record) => record.kind === 'step' && record.name === name);
    if (step?.kind !== 'step') continue;
    planned += minutes * 60;
    taken += step.seconds;
  }
  return planned ? Math.max(1, taken / planned) : 1;
}

function pathsChangedSince(commit: string): string[] | undefined {
  const { status, stdout } = spawnSync('git', ['diff', '--name-only', commit], {
    encoding: 'utf8',
  });
  return status === 0 ? stdout.split('\n').filter(Boolean) : undefined;
}

const git = (...words: string[]) => spawnSync('git', words, { encoding: 'utf8' }).stdout.trim();
