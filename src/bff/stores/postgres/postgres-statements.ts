import { GRANT, GRANT_STATE } from '../rows.ts';

/** Maximum number of rows that one statement deletes, so that it does not block others for long. */
const PRUNE_LIMIT = 1000;

/** SQL for a given time, or else the time of the server, which all processes share. `now()` would be the start of the transaction. */
export const nowOr = (parameter: string) =>
  `coalesce(${parameter}::bigint, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)`;

/** Returns a statement that deletes a limited number of rows. @param condition about a row that is called `old` */
export const pruneStatement = (table: string, key: string, condition: string): string => `
  WITH gone AS (
    DELETE FROM ${table} WHERE ${key} = ANY (ARRAY (
      SELECT ${key} FROM ${table} AS old WHERE ${condition} LIMIT ${PRUNE_LIMIT}
      -- Skip rows that another process has locked.
      FOR UPDATE SKIP LOCKED
    )) RETURNING 1
  )
  SELECT count(*) AS count FROM gone`;

/** Runs a {@link pruneStatement} until nothing is left to delete. */
export async function prune(
  run: (text: string, ...parameters: unknown[]) => Promise<unknown[]>,
  statement: string,
  ...parameters: number[]
): Promise<void> {
  let count = PRUNE_LIMIT;
  while (count >= PRUNE_LIMIT) {
    const [row] = await run(statement, ...parameters);
    count = Number((row as { count: unknown } | undefined)?.count ?? 0);
  }
}

/** Returns the statements of the store. Each is atomic by itself, without a transaction. */
export function statements(prefix: string) {
  const consumedStates = `${prefix}consumed_states`;
  const grants = `${prefix}grants`;
  const sessions = `${prefix}sessions`;
  const findSession = (columns: string) => `
    SELECT one.expires_at_ms AS "sessionExpiresAtMs", its.*
    FROM ${sessions} AS one JOIN (SELECT ${columns} FROM ${grants}) AS its USING (subject)
    WHERE one.id = $1 AND one.expires_at_ms > $2`;

  return {
    consumeState: `INSERT INTO ${consumedStates} (id, expires_at_ms) VALUES ($1, $2)
      ON CONFLICT DO NOTHING RETURNING 1`,

    // All parts see the rows as they were before. Grants are locked before sessions in every statement, to prevent deadlocks.
    connect: `
      WITH connected AS (
        INSERT INTO ${grants} (id, subject, sealed, version, scope, expires_at_ms, received_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (subject) DO UPDATE SET
          (id, sealed, version, scope, expires_at_ms, received_at_ms, dead_reason, dead_at_ms,
            refresh_attempt, refresh_since_ms, lease_owner, lease_until_ms)
          = (excluded.id, excluded.sealed, excluded.version, excluded.scope,
            excluded.expires_at_ms, excluded.received_at_ms, NULL, NULL, NULL, NULL, NULL, 0)
        RETURNING subject
      ), ended AS (
        DELETE FROM ${sessions} AS one USING connected WHERE one.id = $10 RETURNING one.subject
      ), unused AS (
        SELECT id FROM ${grants} JOIN ended USING (subject) WHERE subject <> $2 AND NOT EXISTS (
          SELECT 1 FROM ${sessions} AS one WHERE one.subject = ended.subject AND one.id <> $10)
      ), superseded AS (
        -- Match by id: if the user has connected again meanwhile, the new grant has another id and stays.
        DELETE FROM ${grants} USING unused WHERE ${grants}.id = unused.id
      )
      INSERT INTO ${sessions} (id, subject, expires_at_ms)
      SELECT $8::text, subject, $9::bigint FROM connected`,
    findSession: findSession(GRANT),
    findSessionState: findSession(GRANT_STATE),
    setSessionEnd: `UPDATE ${sessions} SET expires_at_ms = $2 WHERE id = $1 RETURNING 1`,
    disconnect: `
      WITH seen AS (
        SELECT its.id FROM ${sessions} AS one JOIN ${grants} AS its USING (subject)
        WHERE one.id = $1
      ), gone AS (
        DELETE FROM ${grants} WHERE id = (SELECT id FROM seen) RETURNING ${GRANT}
      )
      SELECT gone.* FROM seen LEFT JOIN gone ON true`,
    disconnectSubject: `DELETE FROM ${grants} WHERE subject = $1 RETURNING ${GRANT}`,

    findGrant: `SELECT ${GRANT} FROM ${grants} WHERE id = $1`,
    findGrantOfSubject: `SELECT ${GRANT} FROM ${grants} WHERE subject = $1`,
    grants: `SELECT ${GRANT} FROM ${grants} WHERE id > $1 ORDER BY id LIMIT $2`,

    takeLease: `UPDATE ${grants} SET lease_owner = $2, lease_until_ms = ${nowOr('$4')} + $3::bigint
      WHERE id = $1
        AND (lease_owner IS NULL OR lease_owner = $2 OR lease_until_ms <= ${nowOr('$4')})
      RETURNING ${GRANT}`,
    renewLease: `UPDATE ${grants} SET lease_until_ms = ${nowOr('$4')} + $3::bigint
      WHERE id = $1 AND lease_owner = $2 RETURNING 1`,
    releaseLease: `UPDATE ${grants} SET lease_owner = NULL WHERE id = $1 AND lease_owner = $2`,
    markRefreshing: `UPDATE ${grants} SET refresh_attempt = $3, refresh_since_ms = $4
      WHERE id = $1 AND lease_owner = $2 RETURNING 1`,

    saveGrant: `UPDATE ${grants} SET sealed = $3, scope = $4, expires_at_ms = $5,
      received_at_ms = $6, version = version + 1, dead_reason = NULL, dead_at_ms = NULL,
      refresh_attempt = NULL, refresh_since_ms = NULL WHERE id = $1 AND version = $2 RETURNING 1`,
    markDead: `UPDATE ${grants} SET dead_reason = $3, dead_at_ms = ${nowOr('$4')}
      WHERE id = $1 AND version = $2 RETURNING 1`,
    replaceSeal: `UPDATE ${grants} SET sealed = $3 WHERE id = $1 AND sealed = $2 RETURNING 1`,

    keepSecret: `
      WITH added AS (
        INSERT INTO ${prefix}secrets (name, sealed)
        SELECT $1::text, $2::text WHERE $2::text IS NOT NULL
        ON CONFLICT DO NOTHING RETURNING sealed
      )
      SELECT sealed FROM added UNION ALL SELECT sealed FROM ${prefix}secrets WHERE name = $1`,
    replaceSecret: `UPDATE ${prefix}secrets SET sealed = $3
      WHERE name = $1 AND sealed = $2 RETURNING 1`,
    // One statement, because the foreign key is checked at its end.
    renameSubject: `
      WITH renamed AS (
        UPDATE ${grants} SET subject = $2 WHERE subject = $1
          AND NOT EXISTS (SELECT 1 FROM ${grants} AS other WHERE other.subject = $2)
        RETURNING 1
      ), moved AS (
        UPDATE ${sessions} SET subject = $2 WHERE subject = $1 AND EXISTS (SELECT 1 FROM renamed)
      )
      SELECT 1 FROM renamed`,

    pruneConsumedStates: pruneStatement(consumedStates, 'id', 'expires_at_ms <= $1'),
    pruneSessions: pruneStatement(sessions, 'id', 'expires_at_ms <= $1'),
    pruneUnused: pruneStatement(
      grants,
      'subject',
      `received_at_ms <= $1 AND lease_until_ms <= $2
        AND NOT EXISTS (SELECT 1 FROM ${sessions} AS one WHERE one.subject = old.subject)`,
    ),
    pruneGrants: pruneStatement(
      grants,
      'subject',
      `dead_at_ms <= $1
        AND NOT EXISTS (SELECT 1 FROM ${sessions} AS one WHERE one.subject = old.subject)`,
    ),

    ping: 'SELECT 1',
  };
}
