/**
 * To which token of a tab a history entry belongs, as pure functions of the tab's chain of records.
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
 * @param key the name of the entry. `undefined`: the browser does not tell
 * @param label when the seller landed to whose token the entry belongs, where the browser names no entries
 */
export function findOwner(
  record: StoredRecord,
  key: string | undefined,
  label?: unknown,
): StoredRecord | undefined {
  let owner: StoredRecord | undefined = record;
  while (
    owner &&
    !(key ? entriesOf(owner).includes(key) : label !== undefined && owner.capturedAtMs === label)
  )
    owner = owner.previous;
  return owner;
}

/** Gives an entry to the first token of the chain, and takes it from the earlier ones. */
export function takeEntry(record: StoredRecord, key: string): StoredRecord {
  for (let earlier = record.previous; earlier?.token; earlier = earlier.previous)
    earlier.entries &&= entriesWithout(earlier, key);
  return { ...record, entries: [...entriesWithout(record, key), key] };
}
