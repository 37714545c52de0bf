import type { Run } from './postgres-client.ts';

/** Sentences for settings that are off and risk data loss. */
const OFF: Readonly<Record<string, string>> = {
  fsync: 'PostgreSQL confirms writes before they are on disk (fsync off). Turn it on.',
  full_page_writes:
    'A crash of PostgreSQL can leave partially written pages (full_page_writes off). Turn it on.',
  synchronous_commit:
    'A crash of PostgreSQL loses its latest confirmed writes (synchronous_commit off). Turn it on.',
};

const ASYNCHRONOUS =
  'A failover of PostgreSQL loses writes that its replica does not have yet. A spent refresh token may come back, and its user must then connect again.';

/**
 * Every user sees the process of a replica, but only `pg_monitor` sees its details. Subscribers of logical replication never take over.
 *
 * @see https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-REPLICATION-VIEW
 */
const REPLICAS = `SELECT count(*) AS count FROM pg_stat_replication AS replica
  WHERE coalesce(state, '') <> 'backup' AND NOT EXISTS (SELECT FROM pg_replication_slots
    WHERE active_pid = replica.pid AND slot_type = 'logical')`;

const SETTINGS = `SELECT name, setting FROM pg_settings WHERE name IN
  ('fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names') ORDER BY name`;

/** Describes settings that risk data loss; see `Store.durability`. */
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
      'PostgreSQL does not show whether it has replicas (pg_stat_replication). If a replica may take over, name it in synchronous_standby_names.',
    );
  }
  return sentences;
}

/** Position of the write-ahead log. During recovery, and on a replica, there is none. */
const POSITION = `SELECT (pg_control_system()).system_identifier::text AS system,
  CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline,
  CASE WHEN NOT pg_is_in_recovery() THEN (pg_current_wal_lsn() - '0/0')::text END AS bytes`;

interface Position {
  system: string;
  timeline: string | null;
  bytes: string | null;
}

/**
 * Creates a function that reports whether the server was replaced since its last call: by a replica (another timeline), by another server, or by an
 * older backup.
 */
export function createFailoverWatch(run: Run): () => Promise<string | undefined> {
  let last: Position | undefined;
  return async () => {
    let position: Position;
    try {
      [position] = (await run(POSITION)) as [Position];
    } catch {
      // The server is unreachable, or does not permit the query.
      return undefined;
    }
    if (position.timeline === null) return undefined;
    const before = last;
    last = position;
    return before && describeReplacement(before, position);
  };
}

function describeReplacement(before: Position, after: Position): string | undefined {
  const isSame =
    before.system === after.system &&
    before.timeline === after.timeline &&
    BigInt(before.bytes ?? 0) <= BigInt(after.bytes ?? 0);
  if (isSame) return undefined;
  return 'Another PostgreSQL server has taken over, or a backup was restored. If it lacks the latest confirmed writes, users whose tokens were just refreshed must connect again.';
}
