import { mistakesOfKeys } from '../../../options/unknown-keys.ts';
import { createUuid, SYSTEM_RANDOM } from '../../market/random-token.ts';
import type { ScenarioStore } from './persistence.ts';
import type { Scenario } from './scenario-schema.ts';

/** Reason why nothing is saved. `in_use`: another page uses the database. `unavailable`: the browser has no IndexedDB or blocks it. */
export type IndexedDbProblem = 'in_use' | 'unavailable';

/** Options of {@link indexedDbStore}. */
export interface IndexedDbOptions {
  /** Called once if the sandbox continues in memory, with a sentence for people. Default: `console.warn` with the sentence. */
  onProblem?: ((problem: IndexedDbProblem, sentence: string) => void) | undefined;
}

/** A store in a database of the browser. */
export interface IndexedDbStore extends ScenarioStore {
  /** Reason why the sandbox continues in memory; `undefined` while its changes are saved. */
  readonly problem: IndexedDbProblem | undefined;
  /** Returns the scenario that was saved last. If another page uses the database, this is a copy whose changes are not saved. */
  load(): Promise<Scenario | undefined>;
  /** Does nothing after a {@link IndexedDbStore.problem}. Rejects with the error of the browser, such as a full disk. */
  save(scenario: Scenario): Promise<void>;
  /** Lets another page use the database. Call it when the last save is done. */
  close(): void;
}

/** The only record of the database. */
interface SavedRecord {
  /** Changes with each save, so that a page notices the save of another one. */
  revision: string;
  scenario: Scenario;
}

const TABLE = 'sandbox';
const KEY = 'scenario';

/** Milliseconds until a lock counts as held by another page. A page that is reloaded may hold it a moment longer. */
const LOCK_TIMEOUT_MS = 1000;

const SENTENCES: Record<IndexedDbProblem, string> = {
  in_use: 'Another page uses this sandbox. This page goes on in memory and saves nothing.',
  unavailable: 'The browser has no storage for this page. The sandbox goes on in memory.',
};

/**
 * Creates a store in IndexedDB, for a sandbox that runs in a page. Every script of this origin can read the tokens and secrets in it.
 *
 * One page saves at a time. A later page gets a copy and saves nothing. If the browser has no Web Locks, as in a page over plain HTTP, a page notices
 * the other one when it saves.
 *
 * @param name name of the database. Use different names for pages that must not share a sandbox
 * @throws Error if an option does not exist
 * @see https://developer.mozilla.org/docs/Web/API/Web_Locks_API
 */
export function indexedDbStore(name: string, options: IndexedDbOptions = {}): IndexedDbStore {
  const [mistake] = mistakesOfKeys(options, { onProblem: true });
  if (mistake !== undefined) throw new Error(mistake);
  const { onProblem = (_, sentence) => console.warn(sentence) } = options;
  let problem: IndexedDbProblem | undefined;
  let release: () => void = () => undefined;
  /** The last save that this page knows of; `undefined` before the first. */
  let revision: string | undefined;

  function continueInMemory(reason: IndexedDbProblem): void {
    if (problem) return;
    problem = reason;
    onProblem(reason, SENTENCES[reason]);
  }

  /** Returns whether another page has saved since. A missing record means that the data of this site was deleted, so nothing can be overwritten. */
  const isForeign = (record: SavedRecord | undefined) =>
    record !== undefined && record.revision !== revision;

  return {
    get problem() {
      return problem;
    },

    async load() {
      try {
        const lock = await holdLock(`vaultlink-sandbox:${name}`);
        release = lock.release;
        const record = await transact(name, 'readonly', readRecord);
        revision = record?.revision;
        if (!lock.isHeld) continueInMemory('in_use');
        return record?.scenario;
      } catch {
        // Browsers throw different errors in private windows, with blocked cookies and in frames without an origin.
        release();
        continueInMemory('unavailable');
        return undefined;
      }
    },

    async save(scenario) {
      if (problem) return;
      const next = createUuid(SYSTEM_RANDOM);
      const found = await transact(name, 'readwrite', (table) => {
        const reading = readRecord(table);
        reading.onsuccess = () => {
          if (isForeign(reading.result)) return;
          table.put({ revision: next, scenario } satisfies SavedRecord, KEY);
        };
        return reading;
      });
      if (isForeign(found)) continueInMemory('in_use');
      else revision = next;
    },

    close() {
      release();
    },
  };
}

const readRecord = (table: IDBObjectStore) => table.get(KEY) as IDBRequest<SavedRecord | undefined>;

/** Holds a lock until it is released or the page ends. */
async function holdLock(name: string): Promise<{ isHeld: boolean; release: () => void }> {
  // Web Locks exist only in secure contexts.
  const locks = (navigator as Partial<Navigator>).locks;
  if (!locks) return { isHeld: true, release: () => undefined };
  const signal = AbortSignal.timeout(LOCK_TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    locks
      .request(name, { signal }, () => {
        return new Promise<void>((release) => resolve({ isHeld: true, release }));
      })
      .catch((error: unknown) => {
        if (signal.aborted) resolve({ isHeld: false, release: () => undefined });
        else reject(new Error('The browser refuses the lock.', { cause: error }));
      });
  });
}

/**
 * Opens the database for one transaction. An open connection would block the deletion of the database.
 *
 * @returns the result of the request, once the transaction is complete
 */
async function transact(
  name: string,
  mode: IDBTransactionMode,
  act: (table: IDBObjectStore) => IDBRequest<SavedRecord | undefined>,
): Promise<SavedRecord | undefined> {
  const database = await openDatabase(name);
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(TABLE, mode);
      const request = act(transaction.objectStore(TABLE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('The save was aborted.'));
    });
  } finally {
    database.close();
  }
}

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(TABLE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('The database cannot be opened.'));
  });
}
