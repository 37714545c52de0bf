import { acceptRow } from './accept-row.ts';
import { dayOf } from './outbox.ts';
import type { Outbox, OutboxCount, OutboxKind, OutboxLease, OutboxRow } from './outbox.ts';

interface Lease {
  owner: string;
  untilMs: number;
}

/**
 * Creates an outbox in memory. Its rows are lost when the process ends.
 *
 * @param now real time in milliseconds since 1970, for the leases
 */
export function memoryOutbox(now: () => number = Date.now): Outbox {
  const rows = new Map<string, OutboxRow>();
  const leases = new Map<string, Lease>();
  /** By kind, day, name and end. */
  const counts = new Map<string, OutboxCount & { kind: OutboxKind }>();

  const addTo = (kind: OutboxKind, { day, name, end, count }: OutboxCount) => {
    const key = JSON.stringify([kind, day, name, end]);
    const sum = (counts.get(key)?.count ?? 0) + count;
    if (sum) counts.set(key, { kind, day, name, end, count: sum });
    else counts.delete(key);
  };
  const countAccepted = ({ kind, acceptedAtMs, name }: OutboxRow, count: number) =>
    addTo(kind, { day: dayOf(acceptedAtMs), name, end: 'accepted', count });
  const setLease = (key: string, { owner, lifetimeMs }: OutboxLease) =>
    leases.set(key, { owner, untilMs: now() + lifetimeMs });
  const leaseEndOf = (key: string) => {
    const untilMs = leases.get(key)?.untilMs ?? 0;
    return untilMs > now() ? untilMs : 0;
  };
  const ofKind = <Row extends { kind: string }>(all: Iterable<Row>, kind: string) =>
    Array.from(all).filter((row) => row.kind === kind);
  const open = (kind: OutboxKind) =>
    ofKind(rows.values(), kind).filter(({ settledAtMs }) => settledAtMs === undefined);

  return {
    isDurable: false,
    accept(row, lease) {
      const stored = rows.get(row.key);
      const accepted = acceptRow(stored, row, lease !== undefined);
      rows.set(row.key, accepted.row);
      if (accepted.isNew) {
        if (stored) countAccepted(stored, -1);
        countAccepted(accepted.row, 1);
        leases.delete(row.key);
        if (lease) setLease(row.key, lease);
      }
      return { ...accepted, row: { ...accepted.row } };
    },
    find(key) {
      const row = rows.get(key);
      return row && { ...row };
    },
    claim(kind, nowMs, limit, lease) {
      const due = open(kind)
        .filter(({ key, dueAtMs }) => dueAtMs <= nowMs && !leaseEndOf(key))
        .sort((one, other) => one.dueAtMs - other.dueAtMs)
        .slice(0, limit);
      for (const { key } of due) setLease(key, lease);
      return due.map((row) => ({ ...row }));
    },
    begin(key, lease) {
      const row = rows.get(key);
      if (!row || leases.get(key)?.owner !== lease.owner) return false;
      rows.set(key, { ...row, state: 'sending', begun: row.begun + 1 });
      setLease(key, lease);
      return true;
    },
    save(row, owner) {
      const stored = rows.get(row.key);
      if (!stored || leases.get(row.key)?.owner !== owner) return false;
      leases.delete(row.key);
      const { kind, name, isAnonymous, acceptedAtMs, begun } = stored;
      const isUnapproved = row.isUnapproved && stored.isUnapproved;
      const ownPayload = row.payload ?? (isAnonymous ? undefined : '');
      const payload = row.settledAtMs === undefined ? stored.payload : ownPayload;
      const kept = { kind, name, isAnonymous, acceptedAtMs, begun, isUnapproved, payload };
      rows.set(row.key, { ...row, ...kept });
      if (row.settledAtMs !== undefined) {
        const end = row.state as OutboxCount['end'];
        addTo(kind, { day: dayOf(acceptedAtMs), name, end, count: 1 });
      }
      return true;
    },
    release(owner) {
      for (const [key, lease] of leases)
        if (lease.owner === owner && rows.get(key)?.state !== 'sending') leases.delete(key);
    },
    hasten(key, nowMs) {
      const row = rows.get(key);
      if (!row || row.settledAtMs !== undefined || leaseEndOf(key)) return false;
      rows.set(key, { ...row, dueAtMs: Math.min(row.dueAtMs, nowMs) });
      return true;
    },
    nextDueAtMs(kind) {
      const times = open(kind).map(({ key, dueAtMs }) => leaseEndOf(key) || dueAtMs);
      return times.length ? times.reduce((least, time) => Math.min(least, time)) : undefined;
    },
    list({ kind, states, sinceMs = -Infinity, after, limit }) {
      return ofKind(rows.values(), kind)
        .filter(({ acceptedAtMs }) => acceptedAtMs >= sinceMs)
        .filter(({ state }) => states?.includes(state) ?? true)
        .sort(latestFirst)
        .filter((row) => !after || latestFirst(after, row) < 0)
        .slice(0, limit)
        .map((row) => ({ ...row }));
    },
    addCount: addTo,
    counts: (kind, sinceDay) =>
      ofKind(counts.values(), kind)
        .filter(({ day }) => day >= sinceDay)
        .map(({ day, name, end, count }) => ({ day, name, end, count }))
        .sort((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1)),
    replacePayload(key, sealedBefore, sealed) {
      const row = rows.get(key);
      if (row?.payload !== sealedBefore) return false;
      rows.set(key, { ...row, payload: sealed });
      return true;
    },
    pruneSettled(beforeMs, mostErased) {
      const settled = Array.from(rows.values()).flatMap(({ key, payload, settledAtMs }) =>
        settledAtMs === undefined ? [] : { key, payload, settledAtMs },
      );
      const erased = settled
        .filter(({ payload }) => payload === undefined)
        .sort((one, other) => other.settledAtMs - one.settledAtMs);
      const old = settled.filter(({ settledAtMs }) => settledAtMs < beforeMs);
      for (const { key } of [...old, ...erased.slice(mostErased)]) rows.delete(key);
    },
  };
}

type Place = Pick<OutboxRow, 'acceptedAtMs' | 'key'>;

/** Compares two rows for a list. Keys are compared by their code units, as the databases do. */
const latestFirst = (one: Place, other: Place): number =>
  other.acceptedAtMs - one.acceptedAtMs || (one.key > other.key ? -1 : one.key < other.key ? 1 : 0);

const sortKeyOf = ({ day, name, end }: OutboxCount) => `${day} ${name} ${end}`;
