import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEASE_LIFETIME_MS } from '../../src/bff/grants/lease.ts';
import { createSealer } from '../../src/bff/grants/seal.ts';
import type { StoreSettings } from '../../src/node/config/environment.ts';
import type { Revocation } from '../support/service/token-ledger.ts';

/** What happens to the first refresh of a grant. */
export type Fault =
  /** The service answers when the lease would have ended, had nobody renewed it. */
  | 'slow'
  /** The service has done it, and its answer never arrives. */
  | 'lost answer'
  /** The process ends: the lease is taken, and nothing has left. */
  | 'crash before send'
  /** The process ends with the answer in its hands. */
  | 'crash before save';

/** How many of the grants meet it. */
const SHARES: Readonly<Record<Fault, number>> = {
  slow: 0.05,
  'lost answer': 0.02,
  'crash before send': 0.02,
  'crash before save': 0.02,
};

/** Returns a fault, or none, for each grant: as many of each as its share says, at grants that the seed draws. */
export function drawFaults(grants: number, seed: number): (Fault | null)[] {
  const numberOf = (index: number) =>
    createHash('sha256').update(`${seed} ${index}`).digest().readUIntBE(0, 6);
  const drawn = Array.from({ length: grants }, (_, index) => index).sort(
    (one, other) => numberOf(one) - numberOf(other),
  );
  const faults = new Array<Fault | null>(grants).fill(null);
  for (const [fault, share] of Object.entries(SHARES) as [Fault, number][]) {
    for (const index of drawn.splice(0, Math.round(grants * share))) faults[index] = fault;
  }
  return faults;
}

/** What the processes of a run have to know. They find it in the run's folder. */
export interface Setup {
  store: StoreSettings;
  revokes: Revocation;
  /** By the index of a grant. */
  faults: (Fault | null)[];
}

const SETUP = 'setup.json';

export const writeSetup = (folder: string, setup: Setup) =>
  writeFileSync(join(folder, SETUP), JSON.stringify(setup));

export const readSetup = (folder: string) =>
  JSON.parse(readFileSync(join(folder, SETUP), 'utf8')) as Setup;

/** So much faster than in use goes every wait: lease, renewal, pauses, timeouts. Their proportions are those that users have. */
export const SPEED = 5;

/** How long a lease lives that nobody renews. */
export const UNRENEWED_MS = LEASE_LIFETIME_MS / SPEED;

/** How long the service takes that is slow: longer than such a lease, and not so long that a token request is given up. */
export const SLOW_MS = 1.15 * UNRENEWED_MS;

/** How many processes share the store, and how many callers each of them has for every grant. */
export const PROCESSES = 4;
export const CALLERS = 3;

export const sealer = createSealer([{ id: 'k', key: Buffer.alloc(32, 1).toString('base64') }]);

export const grantIdOf = (index: number) => `grant-${index}`;
export const indexOf = (grantId: string) => Number(grantId.slice('grant-'.length));

/** The tokens of a grant, as the stand-in for the service writes them: the index of the grant is the user's name, and pairs count from 1. */
export const tokenOf = (kind: 'access' | 'refresh', index: number, pair: number) =>
  `${kind}-token-${index}-${pair}`;
export function partsOf(token: string): { index: number; pair: number } {
  const [, , index, pair] = token.split('-');
  return { index: Number(index), pair: Number(pair) };
}
