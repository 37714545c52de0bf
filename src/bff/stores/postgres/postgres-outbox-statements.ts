import { OUTBOX_ROW } from '../outbox-rows.ts';
import { nowOr, pruneStatement } from './postgres-statements.ts';

/** Number of rows over which the connections spread each count. */
const SLOTS = 16;

/**
 * Makes the commit of its statement wait for the disk, and for synchronous replicas, where the settings of the database or of the role would not. Lasts
 * until the end of the transaction.
 *
 * @see https://www.postgresql.org/docs/current/runtime-config-wal.html#GUC-SYNCHRONOUS-COMMIT
 */
const DURABLE = `durable AS MATERIALIZED (
    SELECT CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
      THEN set_config('synchronous_commit', 'on', true) END
  )`;

/** SQL for the day of a time in UTC, such as `2026-05-31`. */
const dayIn = (column: string) =>
  `to_char(to_timestamp(${column} / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;

/** Returns the statements of the outbox. Each is atomic by itself, without a transaction. */
export function outboxStatements(prefix: string) {
  const outbox = `${prefix}outbox`;
  const counts = `${prefix}outbox_counts`;
  const isOpen = 'settled_at_ms IS NULL';
  /** Adds to counts. Ordered, so that two statements lock rows in the same order. @param changes columns: kind, day, name, result, count */
  const addCounts = (changes: string) => `
    INSERT INTO ${counts} (kind, day, name, result, slot, count)
    SELECT kind, day, name, result, pg_backend_pid() % ${SLOTS}, sum(count)
    FROM (${changes}) AS changes GROUP BY kind, day, name, result ORDER BY day, name, result
    ON CONFLICT (kind, day, name, result, slot) DO UPDATE SET count = ${counts}.count + excluded.count`;
  const accepted = (count: number, rows: string, acceptedAtMs: string) =>
    `SELECT kind, ${dayIn(acceptedAtMs)} AS day, name, 'accepted' AS result, ${count} AS count FROM ${rows}`;

  return {
    /** Adds what has a new key. @returns these rows, and those that the other keys had before */
    add: `
      WITH ${DURABLE}, given AS (
        SELECT * FROM jsonb_to_recordset($1::text::jsonb) AS row (
          key text, kind text, name text, payload text, "isAnonymous" boolean, "isUnapproved" boolean,
          "acceptedAtMs" bigint, "expiresAtMs" bigint, "dueAtMs" bigint, owner text, "lifetimeMs" bigint)
      ), added AS (
        INSERT INTO ${outbox} (key, kind, name, state, payload, is_anonymous, is_unapproved,
          accepted_at_ms, expires_at_ms, due_at_ms, begun, lease_owner, lease_until_ms)
        SELECT key, kind, name, CASE WHEN owner IS NULL THEN 'waiting' ELSE 'sending' END, payload,
          "isAnonymous", "isUnapproved", "acceptedAtMs", "expiresAtMs", "dueAtMs",
          CASE WHEN owner IS NULL THEN 0 ELSE 1 END, owner, coalesce(${nowOr('$2')} + "lifetimeMs", 0)
        FROM given CROSS JOIN durable ORDER BY key
        ON CONFLICT DO NOTHING RETURNING ${OUTBOX_ROW}
      ), counted AS (${addCounts(accepted(1, 'added', '"acceptedAtMs"'))})
      SELECT *, true AS "isNew" FROM added
      UNION ALL
      SELECT ${OUTBOX_ROW}, false FROM ${outbox} WHERE key = ANY (ARRAY (SELECT key FROM given))`,
    replace: `
      WITH ${DURABLE}, stored AS (
        SELECT kind, name, accepted_at_ms FROM ${outbox}
        WHERE key = $1 AND is_anonymous AND begun = 0 AND (${isOpen} OR state = 'refused') FOR UPDATE
      ), replaced AS (
        UPDATE ${outbox} SET name = $2, payload = $3, is_anonymous = false, is_unapproved = $4,
          accepted_at_ms = $5, expires_at_ms = $6, due_at_ms = $7, settled_at_ms = NULL,
          state = CASE WHEN $8::text IS NULL THEN 'waiting' ELSE 'sending' END,
          begun = CASE WHEN $8::text IS NULL THEN 0 ELSE 1 END,
          lease_owner = $8, lease_until_ms = coalesce(${nowOr('$10')} + $9::bigint, 0)
        FROM durable WHERE key = $1 AND EXISTS (SELECT 1 FROM stored) RETURNING ${OUTBOX_ROW}
      ), counted AS (${addCounts(`${accepted(-1, 'stored', 'accepted_at_ms')}
        UNION ALL ${accepted(1, 'replaced', '"acceptedAtMs"')}`)})
      SELECT * FROM replaced`,
    vouch: `
      WITH ${DURABLE} UPDATE ${outbox} SET is_anonymous = false, is_unapproved = false FROM durable
      WHERE key = $1 AND is_anonymous AND ${isOpen} AND name = $2 RETURNING ${OUTBOX_ROW}`,
    find: `SELECT ${OUTBOX_ROW} FROM ${outbox} WHERE key = $1`,

    // A crash may undo a claim: then the rows are free again. So it does not wait for the disk.
    claim: `
      WITH claimed AS (
        UPDATE ${outbox} SET lease_owner = $4, lease_until_ms = ${nowOr('$6')} + $5::bigint
        WHERE key = ANY (ARRAY (
          SELECT key FROM ${outbox}
          WHERE kind = $1 AND ${isOpen} AND due_at_ms <= $2 AND lease_until_ms <= ${nowOr('$6')}
          ORDER BY due_at_ms LIMIT $3
          FOR UPDATE SKIP LOCKED
        )) RETURNING ${OUTBOX_ROW}
      )
      SELECT * FROM claimed ORDER BY "dueAtMs"`,
    begin: `
      WITH ${DURABLE} UPDATE ${outbox} SET state = 'sending', begun = begun + 1,
        lease_until_ms = ${nowOr('$4')} + $3::bigint
      FROM durable WHERE key = $1 AND lease_owner = $2 RETURNING 1`,
    save: `
      WITH ${DURABLE}, saved AS (
        UPDATE ${outbox} SET state = $3, is_unapproved = is_unapproved AND $5, is_ambiguous = $6,
          payload = CASE WHEN $11::bigint IS NULL THEN payload
            WHEN $4::text IS NULL AND NOT is_anonymous THEN '' ELSE $4 END,
          expires_at_ms = $7, due_at_ms = $8, ended = $9, status = $10, settled_at_ms = $11,
          lease_owner = NULL, lease_until_ms = 0
        FROM durable WHERE key = $1 AND lease_owner = $2
        RETURNING kind, name, state, accepted_at_ms, settled_at_ms
      ), counted AS (${addCounts(`
        SELECT kind, ${dayIn('accepted_at_ms')} AS day, name, state AS result, 1 AS count
        FROM saved WHERE settled_at_ms IS NOT NULL`)})
      SELECT 1 FROM saved`,
    release: `UPDATE ${outbox} SET lease_owner = NULL, lease_until_ms = 0
      WHERE lease_owner = $1 AND state <> 'sending'`,
    hasten: `
      WITH ${DURABLE} UPDATE ${outbox} SET due_at_ms = least(due_at_ms, $2) FROM durable
      WHERE key = $1 AND ${isOpen} AND lease_until_ms <= ${nowOr('$3')} RETURNING 1`,
    // Any range of times makes a server that has no statistics yet read the index in order, instead of all rows.
    nextDue: `SELECT
      (SELECT due_at_ms FROM ${outbox}
        WHERE kind = $1 AND ${isOpen} AND due_at_ms >= 0 AND lease_until_ms <= ${nowOr('$2')}
        ORDER BY due_at_ms LIMIT 1) AS "dueAtMs",
      (SELECT lease_until_ms FROM ${outbox}
        WHERE kind = $1 AND lease_owner IS NOT NULL AND lease_until_ms > ${nowOr('$2')}
        ORDER BY lease_until_ms LIMIT 1) - ${nowOr('$2')} AS "leasedForMs"`,

    list: `SELECT ${OUTBOX_ROW} FROM ${outbox}
      WHERE kind = $1 AND accepted_at_ms >= $2 AND (accepted_at_ms, key) < ($3, $4)
        AND ($5::text IS NULL OR state = ANY (string_to_array($5, ',')))
      ORDER BY accepted_at_ms DESC, key DESC LIMIT $6`,
    addCount: `
      WITH ${DURABLE} ${addCounts(`SELECT $1::text AS kind, $2::text AS day, $3::text AS name,
        $4::text AS result, $5::bigint AS count FROM durable`)}`,
    counts: `SELECT day, name, result AS "end", sum(count) AS count FROM ${counts}
      WHERE kind = $1 AND day >= $2 GROUP BY day, name, result HAVING sum(count) <> 0
      ORDER BY day, name, result`,
    replacePayload: `
      WITH ${DURABLE} UPDATE ${outbox} SET payload = $3 FROM durable
      WHERE key = $1 AND payload = $2 RETURNING 1`,

    pruneSettled: pruneStatement(outbox, 'key', 'settled_at_ms < $1'),
    pruneErased: pruneStatement(
      outbox,
      'key',
      `payload IS NULL AND (settled_at_ms, key) <= (
        SELECT settled_at_ms, key FROM ${outbox} WHERE payload IS NULL
        ORDER BY settled_at_ms DESC, key DESC OFFSET $1 LIMIT 1)`,
    ),
  };
}
