import type { Grant, GrantState, SessionState } from './store.ts';

/** SQL columns of a grant, named as in {@link GrantRow}. */
export const GRANT = `
  id, subject, sealed, version, scope, expires_at_ms AS "expiresAtMs", received_at_ms AS "receivedAtMs",
  dead_reason AS "deadReason", refresh_attempt AS "refreshAttempt", refresh_since_ms AS "refreshSinceMs"`;

/** SQL columns of the state of a grant, named as in {@link SessionStateRow}. */
export const GRANT_STATE = `
  id, subject, scope, expires_at_ms AS "expiresAtMs", dead_reason AS "deadReason", key_id AS "keyId"`;

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

/** A row of a session and the state of its grant, as the driver returns it. */
export interface SessionStateRow extends Pick<
  GrantRow,
  'id' | 'subject' | 'scope' | 'expiresAtMs' | 'deadReason'
> {
  keyId: string;
  sessionExpiresAtMs: Numeric;
}

/** Converts a row to the state of a session, without absent fields. @param id of the session */
export function sessionStateOfRow(id: string, row: SessionStateRow): SessionState {
  const { id: grantId, subject, keyId } = row;
  const grant: GrantState = { id: grantId, subject, expiresAtMs: Number(row.expiresAtMs), keyId };
  if (isThere(row.scope)) grant.scope = row.scope;
  if (isThere(row.deadReason)) grant.deadReason = row.deadReason;
  return { session: { id, grantId, expiresAtMs: Number(row.sessionExpiresAtMs) }, grant };
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
