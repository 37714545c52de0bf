import type { StoredRecord } from './record.ts';

/** The record that a tab keeps: in sessionStorage, and in memory, since a page may clear its storage. */
export interface TabRecord {
  /** Returns the record. It is read anew each time: another copy of the script, or a later page of the tab, may have written it. */
  readonly readRecord: () => StoredRecord | undefined;
  /** Replaces the record. */
  readonly writeRecord: (next: StoredRecord) => void;
  /** Erases the record, with those of the tokens before. */
  readonly eraseRecord: () => void;
}

/** Reads and writes the record of this tab. */
export function createTabRecord(): TabRecord {
  let memory: StoredRecord | undefined;

  /** Takes the record that the page before may have left in `history.state`, where the storage is blocked or full: see blocked-storage.ts. */
  const takeFromHistory = () => {
    memory ??= (window.history.state as { vaultlink?: StoredRecord } | null)?.vaultlink;
    if (memory) memory.inMemory = true;
  };

  return {
    readRecord() {
      try {
        if (!memory?.inMemory) {
          const stored = readStorage();
          if (!stored && !memory) takeFromHistory();
          memory = stored ?? (isForgotten(memory) ? undefined : memory);
        }
      } catch {
        takeFromHistory();
      }
      return memory;
    },
    writeRecord(next) {
      // In memory first: where storage is blocked, its mere name throws.
      memory = next;
      try {
        writeStorage(next);
      } catch {
        takeFromHistory();
      }
    },
    eraseRecord() {
      memory = undefined;
      try {
        sessionStorage.removeItem('vaultlink');
        sessionStorage.vaultlinkForgottenAtMs = Date.now();
      } catch {
        const { vaultlink, ...state } = Object(window.history.state) as { vaultlink?: unknown };
        if (vaultlink) window.history.replaceState(state, '');
      }
    },
  };
}

/** @throws where the storage is blocked, or holds no record */
const readStorage = () =>
  JSON.parse((sessionStorage.vaultlink as string | undefined) ?? 'null') as StoredRecord | null;

/** @throws where the storage is blocked or full */
function writeStorage(next: StoredRecord): void {
  const text = jsonOf(next);
  try {
    sessionStorage.vaultlink = text;
  } catch {
    const earlier = readStorage();
    // A full storage keeps the earlier record, and the next page would report that one.
    sessionStorage.removeItem('vaultlink');
    try {
      sessionStorage.vaultlink = text;
    } catch (error) {
      // If it describes the same report, put it back: the seller may already be on the way to a page whose address has no token.
      if (earlier && isSameReport(earlier, next)) sessionStorage.vaultlink = jsonOf(earlier);
      throw error;
    }
  }
}

/** Returns a record as JSON. Prototype before 1.7 gives lists a `toJSON()` of its own, which makes text of them. */
const jsonOf = (record: StoredRecord) =>
  JSON.stringify(record, function (this: Record<string, unknown>, name) {
    return this[name];
  });

const isSameReport = (one: StoredRecord, other: StoredRecord) =>
  one.token === other.token && one.outcome === other.outcome && one.attempts === other.attempts;

/** Returns whether another page of the tab has erased the record by `forget()`, while the back/forward cache kept this page and its memory. */
const isForgotten = (record: StoredRecord | undefined) =>
  record && record.capturedAtMs <= Number(sessionStorage.vaultlinkForgottenAtMs);
