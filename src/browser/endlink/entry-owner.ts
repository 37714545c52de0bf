/**
 * Pure functions that find the token of a history entry in the tab's chain of records.
 *
 * @module
 */
import type { StoredRecord } from './record.ts';

const entriesOf = ({ entries }: StoredRecord): unknown[] => (Array.isArray(entries) ? entries : []);

const entriesWithout = (record: StoredRecord, key: string) =>
  entriesOf(record).filter((entry) => entry !== key);

/**
 * Returns the record whose token an entry belongs to. `undefined`: not known.
 *
 * @param key the key of the entry. `undefined`: the browser does not know it
 * @param label landing time of the token that the entry belongs to, for browsers without the Navigation API
 */
export function findOwner(
  record: StoredRecord,
  key: string | undefined,
  label?: unknown,
): StoredRecord | undefined {
  return findInChain(record, (one) =>
    key ? entriesOf(one).includes(key) : label !== undefined && one.capturedAtMs === label,
  );
}

/** Returns the first record of a chain for which `isMeant` returns `true`. */
export function findInChain(
  record: StoredRecord | undefined,
  isMeant: (record: StoredRecord) => boolean,
): StoredRecord | undefined {
  while (record && !isMeant(record)) record = record.previous;
  return record;
}

/** Gives an entry to the first token of the chain, and takes it from the earlier ones. */
export function takeEntry(record: StoredRecord, key: string): StoredRecord {
  for (let earlier = record.previous; earlier?.token; earlier = earlier.previous)
    earlier.entries &&= entriesWithout(earlier, key);
  return { ...record, entries: [...entriesWithout(record, key), key] };
}
