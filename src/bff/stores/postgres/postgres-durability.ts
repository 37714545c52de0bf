import type { Run } from './postgres-client.ts';

/** What would be lost when the server ends badly, by the setting that is off. */
const OFF: Readonly<Record<string, string>> = {
  fsync: 'PostgreSQL confirms what is not on its disk yet (fsync off): turn it on.',
  full_page_writes:
    'A crash of PostgreSQL can leave half a page on its disk (full_page_writes off): turn it on.',
  synchronous_commit:
    'A crash of PostgreSQL loses what it has just confirmed (synchronous_commit off): turn it on.',
};

const ASYNCHRONOUS =
  'A failover of PostgreSQL loses what its replica does not have yet: a refresh token that is spent comes back, and its user has to connect again.';

/**
 * Everybody sees the process of a replica; only `pg_monitor` sees more. A subscriber of logical replication takes over from nobody.
 *
 * @see https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-REPLICATION-VIEW
 */
const REPLICAS = `SELECT count(*) AS count FROM pg_stat_replication AS replica
  WHERE coalesce(state, '') <> 'backup' AND NOT EXISTS (SELECT FROM pg_replication_slots
    WHERE active_pid = replica.pid AND slot_type = 'logical')`;

const SETTINGS = `SELECT name, setting FROM pg_settings WHERE name IN
  ('fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names') ORDER BY name`;

/** What could be lost, and what is set up so that it could; see `Store.durability`. */
export async function durabilityOf(run: Run): Promise<string[]> {
  const rows = (await run(SETTINGS)) as { name: string; setting: string }[];
  const sentences = rows.flatMap(({ name, setting }) =>
    setting === 'off' ? (OFF[name] ?? []) : [],
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const names = settings.get('synchronous_standby_names');
  const commit = settings.get('synchronous_commit');
  if (names && commit !== 'local') return sentences;
  try {
    const [row] = await run(REPLICAS);
    if (Number((row as { count: unknown }).count) > 0) {
      sentences.push(
        names
          ? `${ASYNCHRONOUS} Set synchronous_commit to on (it is local).`
          : `${ASYNCHRONOUS} Name a replica in synchronous_standby_names (it is empty).`,
      );
    }
  } catch {
    sentences.push(
      'PostgreSQL does not show whether it has replicas (pg_stat_replication): see to it that one that may take over is named in synchronous_standby_names.',
    );
  }
  return sentences;
}

/** Where the log of the server is. While it recovers, or is a replica, it writes none. */
const POSITION = `SELECT (pg_control_system()).system_identifier::text AS system,
  CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline,
  CASE WHEN NOT pg_is_in_recovery() THEN (pg_current_wal_lsn() - '0/0')::text END AS bytes`;

interface Position {
  system: string;
  timeline: string | null;
  bytes: string | null;
}

/**
 * Returns a function that says where the server has been replaced since it was last called: by a replica, which is another timeline, by another
 * server, or by a copy of an earlier moment.
 */
export function setbackWatch(run: Run): () => Promise<string | undefined> {
  let last: Position | undefined;
  return async () => {
    let position: Position;
    try {
      [position] = (await run(POSITION)) as [Position];
    } catch {
      // It is away, or does not say.
      return undefined;
    }
    if (position.timeline === null) return undefined;
    const before = last;
    last = position;
    return before && setbackBetween(before, position);
  };
}

function setbackBetween(before: Position, after: Position): string | undefined {
  const isSame =
    before.system === after.system &&
    before.timeline === after.timeline &&
    BigInt(before.bytes ?? 0) <= BigInt(after.bytes ?? 0);
  if (isSame) return undefined;
  return 'Another server of PostgreSQL has taken over, or a copy was restored. If it lacks what was confirmed last, users whose tokens were renewed then have to connect again.';
}
