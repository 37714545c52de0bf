import { existsSync } from 'node:fs';
import type { Store } from '../../bff/index.ts';
import { isVaultError } from '../../protocol/index.ts';
import type { StoreSettings } from '../config/environment.ts';
import { NoAnswer } from './ask.ts';
import type { Check, Connections, Finding, Setup } from './check.ts';
import { failed, notChecked, ok, warning } from './check.ts';
import { within } from '../within.ts';

/** So often the store is asked how long it takes. */
const PINGS = 15;

/** Each session check and each push waits for the store at least once. */
const SLOW_MS = 20;

/** Stores that no other machine can reach. */
const OF_ONE_MACHINE: readonly string[] = ['memory', 'sqlite'] satisfies StoreSettings['kind'][];

/** Whether the store can be opened, and holds what the running backend keeps. */
export const storeReached: Check = {
  id: 'store',
  group: 'Store',
  title: 'Reached',
  async look({ settings: { store: settings }, connections }) {
    const unseen = unseenIn(settings);
    if (unseen) return unseen;
    try {
      await answered(connections, async (store) => store.ping());
    } catch (error) {
      if (isVaultError(error)) throw error;
      const reason = error instanceof Error ? error.message : 'no reason is known';
      return failed(
        `The ${settings.kind} store cannot be used: ${reason.replace(/\.?$/, '.')}`,
        'Check VAULTLINK_STORE, and whether the store runs and can be reached from here.',
      );
    }
    return ok(`The ${settings.kind} store answers.`);
  },
};

/**
 * A driver may wait for ever for a server that is away.
 *
 * @throws NoAnswer
 */
export async function answered<T>(
  connections: Connections,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { timeoutMs } = connections;
  const answer = await within(connections.store().then(work), timeoutMs);
  if (answer !== 'late') return answer;
  throw new NoAnswer(`It does not answer within ${timeoutMs / 1000} seconds.`);
}

/** Why there is nothing to look into; opening it would make it. */
function unseenIn(settings: StoreSettings): Finding | undefined {
  if (settings.kind === 'memory') {
    return notChecked('It is in the memory of the running backend, where nobody else can look.');
  }
  if ('path' in settings && !existsSync(settings.path)) {
    return notChecked(
      `There is no file ${settings.path} yet.`,
      '"vaultlink serve" makes it. If it runs already, it does so in another folder: give VAULTLINK_STORE a whole path.',
    );
  }
  return undefined;
}

/** How long the store takes. */
export const storeLatency: Check = {
  id: 'latency',
  group: 'Store',
  title: 'Latency',
  needs: ['store'],
  async look({ connections }) {
    const durations: number[] = [];
    for (let count = 0; count < PINGS; count += 1) {
      const sentAtMs = connections.now();
      await answered(connections, async (store) => store.ping());
      durations.push(connections.now() - sentAtMs);
    }
    durations.sort((one, other) => one - other);
    const medianMs = durations[Math.floor(PINGS / 2)] ?? 0;
    const saw = `It answers within ${medianMs < 1 ? 'a millisecond' : `${medianMs.toFixed(0)} ms`} (median of ${PINGS}).`;
    if (medianMs <= SLOW_MS) return ok(saw);
    return warning(
      saw,
      'Each session check and each push waits for that at least once: move the store nearer.',
    );
  },
};

/** What could be lost. */
export const storeDurability: Check = {
  id: 'durability',
  group: 'Store',
  title: 'Durability',
  async look(setup) {
    const { settings, connections } = setup;
    // Memory cannot be looked into, but what it loses is known.
    if (settings.store.kind !== 'memory' && !(await isReached(setup))) {
      return notChecked('The store is not there.');
    }
    const sentences = await answered(connections, async (store) => store.durability());
    if (!sentences.length)
      return ok('Nothing is known by which a saved pair of tokens could be lost.');
    return warning(
      'A saved pair of tokens can be lost, and its user has to connect again then.',
      ...sentences,
    );
  },
};

async function isReached(setup: Setup): Promise<boolean> {
  try {
    return (await storeReached.look(setup)).mark === 'ok';
  } catch {
    return false;
  }
}

/** Whether a copy of the store is told from the store. */
export const deployment: Check = {
  id: 'deployment',
  group: 'Store',
  title: 'Deployment',
  look({ settings: { bff, store } }) {
    if (bff.deploymentId !== undefined) {
      return ok('A copy of the store opens nothing under another VAULTLINK_DEPLOYMENT_ID.');
    }
    if (OF_ONE_MACHINE.includes(store.kind)) {
      return ok('It is not set; the store is of one machine.');
    }
    return warning(
      'VAULTLINK_DEPLOYMENT_ID is not set, and the store is shared.',
      'A copy of the store, such as one for tests, would spend the refresh tokens of this one. Name this deployment before the first user connects: what was sealed without the name does not open with it.',
    );
  },
};
