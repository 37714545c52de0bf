import { assertKnownOptions } from '../config/mistakes.ts';
import { memoryOutbox } from './memory-outbox.ts';
import { sessionStateOf } from './session-state.ts';
import { DEAD_LIFETIME_MS } from './store.ts';
import type { Grant, Session, Store } from './store.ts';

interface Lease {
  owner: string;
  untilMs: number;
}

interface Row {
  grant: Grant;
  lease?: Lease | undefined;
  deadAtMs?: number | undefined;
}

/** Settings of a {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** Real time in milliseconds since 1970. Default: `Date.now`. */
  now?: (() => number) | undefined;
}

/**
 * Creates a store in memory, for tests and for trying out. Its data is lost when the process ends.
 *
 * @throws VaultError `configuration_error` if an option does not exist
 */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  assertKnownOptions(options, { now: true });
  const { now = Date.now } = options;
  /** Time at which a consumed state may be forgotten, by its hash. */
  const consumed = new Map<string, number>();
  const secrets = new Map<string, string>();
  const sessions = new Map<string, Session>();
  const rows = new Map<string, Row>();

  const rowOf = (grantId: string, version: number) => {
    const row = rows.get(grantId);
    return row?.grant.version === version ? row : undefined;
  };
  const holds = (row: Row | undefined, owner: string): row is Row & { lease: Lease } =>
    row?.lease?.owner === owner;
  const liveSession = (id: string, nowMs: number) => {
    const session = sessions.get(id);
    return session && session.expiresAtMs > nowMs ? session : undefined;
  };
  const deleteGrant = (grantId: string) => {
    const row = rows.get(grantId);
    if (!row) return undefined;
    rows.delete(grantId);
    for (const one of sessions.values()) if (one.grantId === grantId) sessions.delete(one.id);
    return row.grant;
  };

  return {
    consumeState(stateHash, expiresAtMs) {
      if (consumed.has(stateHash)) return false;
      consumed.set(stateHash, expiresAtMs);
      return true;
    },

    connect(session, grant, previousSessionId) {
      const previous = previousSessionId ? sessions.get(previousSessionId) : undefined;
      if (previousSessionId) sessions.delete(previousSessionId);
      for (const [id, row] of rows) {
        if (row.grant.subject !== grant.subject) continue;
        rows.delete(id);
        for (const one of sessions.values()) if (one.grantId === id) one.grantId = grant.id;
      }
      const hasOtherSessions = Array.from(sessions.values()).some(
        ({ grantId }) => grantId === previous?.grantId,
      );
      if (previous && !hasOtherSessions) rows.delete(previous.grantId);
      rows.set(grant.id, { grant: { ...grant } });
      sessions.set(session.id, { ...session });
    },
    findSession(id, nowMs) {
      const session = liveSession(id, nowMs);
      const row = session && rows.get(session.grantId);
      return row && { session: { ...session }, grant: { ...row.grant } };
    },
    findSessionState(id, nowMs) {
      const session = liveSession(id, nowMs);
      const row = session && rows.get(session.grantId);
      return row && sessionStateOf({ session: { ...session }, grant: row.grant });
    },
    setSessionEnd(id, expiresAtMs) {
      const session = sessions.get(id);
      if (session) session.expiresAtMs = expiresAtMs;
      return session !== undefined;
    },
    disconnect(sessionId) {
      const grantId = sessions.get(sessionId)?.grantId;
      return grantId === undefined ? undefined : deleteGrant(grantId);
    },
    disconnectSubject(subject) {
      for (const { grant } of rows.values())
        if (grant.subject === subject) return deleteGrant(grant.id);
      return undefined;
    },

    findGrant(id) {
      const row = rows.get(id);
      return row && { ...row.grant };
    },
    findGrantOfSubject(subject) {
      for (const { grant } of rows.values()) if (grant.subject === subject) return { ...grant };
      return undefined;
    },
    grants: (afterId = '', limit) =>
      Array.from(rows.values(), ({ grant }) => ({ ...grant }))
        .filter(({ id }) => id > afterId)
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, limit),

    takeLease(grantId, owner, lifetimeMs) {
      const row = rows.get(grantId);
      if (!row) return undefined;
      if (row.lease && row.lease.owner !== owner && row.lease.untilMs > now()) return undefined;
      row.lease = { owner, untilMs: now() + lifetimeMs };
      return { ...row.grant };
    },
    renewLease(grantId, owner, lifetimeMs) {
      const row = rows.get(grantId);
      if (!holds(row, owner)) return false;
      row.lease.untilMs = now() + lifetimeMs;
      return true;
    },
    releaseLease(grantId, owner) {
      const row = rows.get(grantId);
      if (row?.lease?.owner === owner) row.lease = undefined;
    },
    markRefreshing(grantId, owner, mark) {
      const row = rows.get(grantId);
      if (!holds(row, owner)) return false;
      row.grant.refreshing = mark && { ...mark };
      return true;
    },

    saveGrant(grantId, version, pair) {
      const row = rowOf(grantId, version);
      if (!row) return false;
      const { id, subject } = row.grant;
      row.grant = { id, subject, version: version + 1, ...pair };
      row.deadAtMs = undefined;
      return true;
    },
    markDead(grantId, version, reason) {
      const row = rowOf(grantId, version);
      if (!row) return false;
      row.grant.deadReason = reason;
      row.deadAtMs = now();
      return true;
    },
    replaceSeal(grantId, sealedBefore, sealed) {
      const grant = rows.get(grantId)?.grant;
      if (grant?.sealed !== sealedBefore) return false;
      grant.sealed = sealed;
      return true;
    },

    keepSecret(name, sealed) {
      if (sealed !== undefined && !secrets.has(name)) secrets.set(name, sealed);
      return secrets.get(name);
    },
    replaceSecret(name, sealedBefore, sealed) {
      if (secrets.get(name) !== sealedBefore) return false;
      secrets.set(name, sealed);
      return true;
    },
    renameSubject(from, to) {
      const all = Array.from(rows.values(), ({ grant }) => grant);
      const grant = all.find(({ subject }) => subject === from);
      if (!grant || all.some(({ subject }) => subject === to)) return false;
      grant.subject = to;
      return true;
    },

    prune(nowMs, unusedSinceMs = -Infinity) {
      for (const [hash, expiresAtMs] of consumed) if (expiresAtMs <= nowMs) consumed.delete(hash);
      for (const one of sessions.values()) if (one.expiresAtMs <= nowMs) sessions.delete(one.id);
      const used = new Set(Array.from(sessions.values(), ({ grantId }) => grantId));
      for (const [id, { grant, lease, deadAtMs = Infinity }] of rows) {
        if (used.has(id)) continue;
        const isUnused = grant.receivedAtMs <= unusedSinceMs && (lease?.untilMs ?? 0) <= nowMs;
        if (isUnused || deadAtMs + DEAD_LIFETIME_MS <= nowMs) rows.delete(id);
      }
    },
    ping() {
      // The memory of this process is always reachable.
    },
    outbox: memoryOutbox(now),
    durability: () => ['The memory store loses all data when the process ends. Use another store.'],
    close() {
      // There is nothing to close.
    },
  };
}
