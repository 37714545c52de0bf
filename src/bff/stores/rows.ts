import type { Grant } from './store.ts';

/** SQL columns of a grant, named as in {@link GrantRow}. */
export const GRANT = `
  id, subject, sealed, version, scope, expires_at_ms AS "expiresAtMs", received_at_ms AS "receivedAtMs",
  dead_reason AS "deadReason", refresh_attempt AS "refreshAttempt", refresh_since_ms AS "refreshSinceMs"`;

/** Some drivers return numbers as text. */
type Numeric = number | string;

/** A row of a grant, as the driver returns it. */
export interface GrantRow {
  id: string;
  subject: string;
  sealed: string;
  version: Numeric;
  scope?: string | null;
  expiresAtMs: Numeric;
  receivedAtMs: Numeric;
  deadReason?: string | null;
  refreshAttempt?: Numeric | null;
  refreshSinceMs?: Numeric | null;
}

/** Converts a row to a grant, without absent fields. */
export function grantOf(row: GrantRow): Grant {
  const { id, subject, sealed } = row;
  const version = Number(row.version);
  const expiresAtMs = Number(row.expiresAtMs);
  const receivedAtMs = Number(row.receivedAtMs);
  const grant: Grant = { id, subject, sealed, version, expiresAtMs, receivedAtMs };
  if (isThere(row.scope)) grant.scope = row.scope;
  if (isThere(row.deadReason)) grant.deadReason = row.deadReason;
  if (isThere(row.refreshAttempt)) {
    grant.refreshing = {
      attempt: Number(row.refreshAttempt),
      sinceMs: Number(row.refreshSinceMs ?? 0),
    };
  }
  return grant;
}

const isThere = <T>(value: T | null | undefined): value is T =>
  value !== null && value !== undefined;
