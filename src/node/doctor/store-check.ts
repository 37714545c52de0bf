import { existsSync } from 'node:fs';
import type { Outbox, SealingKey, Store } from '../../bff/index.ts';
import {
  OPEN_STATES,
  pagesOfGrants,
  pagesOfOutcomes,
  pairsOf,
  payloadsOf,
  problemsOfKeys,
  sealsByKey,
} from '../../bff/inspecting.ts';
import type { SealedText, SealsOfKey } from '../../bff/inspecting.ts';
import { createSealer, messageOf } from '../../bff/operating.ts';
import { failed, notChecked, ok, warning, type CheckResult } from '../../findings/index.ts';
import { isVaultError } from '../../protocol/index.ts';
import type { StoreSettings } from '../config/environment.ts';
import { countedAs } from '../counted.ts';
import { NoResponseError } from './ask.ts';
import type { Check, Connections, Setup } from './check.ts';
import type { StoreVariable } from '../stores/open-store.ts';
import { settleWithin } from '../../bff/operating.ts';

/** Number of latency measurements. */
const PINGS = 15;

/** A latency above this is slow: each session check and each push waits for the store at least once. */
const SLOW_MS = 20;

/** Stores that only one machine can use. */
const OF_ONE_MACHINE: readonly string[] = ['memory', 'sqlite'] satisfies StoreSettings['kind'][];

/** Checks whether the store can be reached. */
export const storeReached: Check = {
  id: 'store',
  group: 'Store',
  title: 'Reached',
  async run({ settings: { store: settings }, connections }) {
    const unseen = resultOfUnreadable(settings);
    if (unseen) return unseen;
    try {
      await queryStore(connections, async (store) => store.ping());
    } catch (error) {
      if (isVaultError(error)) throw error;
      return failed(
        `The ${settings.kind} store cannot be used: ${messageOf(error).replace(/\.?$/, '.')}`,
        'Check VAULTLINK_STORE. Check that the store is running and reachable from this machine.',
      );
    }
    return ok(`The ${settings.kind} store responds.`);
  },
};

/**
 * Runs a query on a store with a timeout, because a driver may wait forever for a server that is unavailable.
 *
 * @param which the store of the grants, or that of the outcomes
 * @throws NoResponseError
 */
export async function queryStore<T>(
  connections: Connections,
  work: (store: Store) => Promise<T>,
  which: 'store' | 'outbox' = 'store',
): Promise<T> {
  const { timeoutMs } = connections;
  const answer = await settleWithin(connections[which]().then(work), timeoutMs);
  if (answer !== 'late') return answer;
  throw new NoResponseError(`The store did not respond within ${timeoutMs / 1000} seconds.`);
}

/** Returns why a store cannot be checked, if so. Opening a missing SQLite file would create it. */
export function resultOfUnreadable(
  settings: StoreSettings,
  name: StoreVariable = 'VAULTLINK_STORE',
): CheckResult | undefined {
  if (settings.kind === 'memory') {
    return notChecked(
      'The store is in the memory of the running backend, which this command cannot read.',
    );
  }
  if ('path' in settings && !existsSync(settings.path)) {
    return notChecked(
      `The file ${settings.path} does not exist yet.`,
      `"vaultlink serve" creates it. If it is already running, it runs in another folder: set ${name} to an absolute path.`,
    );
  }
  return undefined;
}

/** Measures the latency of the store. */
export const storeLatency: Check = {
  id: 'latency',
  group: 'Store',
  title: 'Latency',
  needs: ['store'],
  async run({ connections }) {
    const durations: number[] = [];
    for (let count = 0; count < PINGS; count += 1) {
      const sentAtMs = connections.now();
      await queryStore(connections, async (store) => store.ping());
      durations.push(connections.now() - sentAtMs);
    }
    durations.sort((one, other) => one - other);
    const medianMs = durations[Math.floor(PINGS / 2)] ?? 0;
    const cause = `It responds within ${medianMs < 1 ? 'a millisecond' : `${medianMs.toFixed(0)} ms`} (median of ${PINGS}).`;
    if (medianMs <= SLOW_MS) return ok(cause);
    return warning(
      cause,
      'Each session check and each push waits for the store at least once. Move the store closer.',
    );
  },
};

/** Reports settings of the store that can lose data. */
export const storeDurability: Check = {
  id: 'durability',
  group: 'Store',
  title: 'Durability',
  async run(setup) {
    const { settings, connections } = setup;
    // The memory store cannot be read, but its durability is known.
    if (settings.store.kind !== 'memory' && !(await isReached(setup))) {
      return notChecked('The store cannot be reached.');
    }
    const sentences = await queryStore(connections, async (store) => store.durability());
    if (!sentences.length) return ok('No known setting can lose a saved token pair.');
    return warning(
      'The store can lose a saved token pair. Its user must then connect again.',
      ...sentences,
    );
  },
};

async function isReached(setup: Setup): Promise<boolean> {
  try {
    return (await storeReached.run(setup)).verdict === 'ok';
  } catch {
    return false;
  }
}

/** Checks whether the backend can distinguish a copy of the store from the original. */
export const deployment: Check = {
  id: 'deployment',
  group: 'Store',
  title: 'Deployment',
  run({ settings: { bff, store } }) {
    if (bff.deploymentId !== undefined) {
      return ok(
        'The grants in a copy of the store do not open under another VAULTLINK_DEPLOYMENT_ID.',
      );
    }
    if (OF_ONE_MACHINE.includes(store.kind)) {
      return ok('VAULTLINK_DEPLOYMENT_ID is not set. The store is used by one machine only.');
    }
    return warning(
      'VAULTLINK_DEPLOYMENT_ID is not set, and the store is shared.',
      'A copy of the store, such as one for tests, would spend the refresh tokens of this deployment. Set the name before the first user connects: grants that were sealed without it do not open with it.',
    );
  },
};

/** Checks whether the key ring opens the stored grants. Looks up the key of every grant, and opens some grants of each key. */
export const keyRing: Check = {
  id: 'key-ring',
  group: 'Store',
  title: 'Key ring',
  needs: ['store'],
  async run(setup) {
    const { keys, deploymentId } = setup.settings.bff;
    const sealed = await sealsByKey(sealedTextsOf(setup), createSealer(keys, { deploymentId }));
    if (!sealed.size) return ok('The store holds no grants yet.');
    const cause = Array.from(sealed, ([id, seals]) => `key ${id} has sealed ${countedIn(seals)}`);
    const problems = problemsOfKeys(sealed, keys);
    const sentence = `${cause.join(', ')}.`.replace(/^k/, 'K');
    return problems.length ? failed(sentence, ...problems) : ok(sentence, ...hintsOf(sealed, keys));
  },
};

/** Yields what is sealed in the stores, page by page. Settled outcomes are left out: nothing is lost if they do not open. */
async function* sealedTextsOf({
  settings: { store: ofGrants, outbox = ofGrants },
  connections,
}: Setup): AsyncGenerator<readonly SealedText[]> {
  const grants: Store['grants'] = (afterId, limit) =>
    queryStore(connections, async (store) => store.grants(afterId, limit));
  const list: Outbox['list'] = (query) =>
    queryStore(connections, async (store) => (await store.outbox?.list(query)) ?? [], 'outbox');
  for await (const page of pagesOfGrants({ grants })) yield pairsOf(page);
  if (resultOfUnreadable(outbox)) return;
  for await (const page of pagesOfOutcomes({ list }, OPEN_STATES)) yield payloadsOf(page);
}

const countedIn = ({ grants, outcomes }: SealsOfKey) =>
  [
    ...(grants ? [countedAs(grants, 'grant')] : []),
    ...(outcomes ? [countedAs(outcomes, 'outcome')] : []),
  ].join(' and ');

/** Returns hints about keys that can be replaced or removed. */
function hintsOf(sealed: ReadonlyMap<string, SealsOfKey>, keys: readonly SealingKey[]): string[] {
  const older = keys.slice(1).map(({ id }) => id);
  const used = older.filter((id) => sealed.has(id));
  const unused = older.filter((id) => !sealed.has(id));
  return [
    ...(used.length
      ? [
          `Run "vaultlink reseal" to seal the grants and outcomes of ${used.join(', ')} with the first key.`,
        ]
      : []),
    ...(unused.length
      ? [
          `No grant and no waiting outcome uses key ${unused.join(', ')}. Unless the key is new, you can remove it: see "vaultlink reseal --help".`,
        ]
      : []),
  ];
}
