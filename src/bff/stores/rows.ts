import type { Grant, StoredFlow } from './store.ts';

/** Columns of a flow, under the names of {@link FlowRow}, in any SQL. */
export const FLOW = `
  id, browser_key_hash AS "browserKeyHash", sealed_verifier AS "sealedVerifier", return_to AS "returnTo", display, subject,
  previous_session_id AS "previousSessionId", expires_at_ms AS "expiresAtMs"`;

/** Columns of a grant, under the names of {@link GrantRow}, in any SQL. */
export const GRANT = `
  id, subject, sealed, version, scope, expires_at_ms AS "expiresAtMs", received_at_ms AS "receivedAtMs",
  dead_reason AS "deadReason", refresh_attempt AS "refreshAttempt", refresh_since_ms AS "refreshSinceMs"`;

/** Some drivers give numbers as text. */
type Numeric = number | string;

/** What a store keeps of a flow, as its driver reads it. */
export interface FlowRow {
  id: string;
  browserKeyHash: string;
  sealedVerifier: string;
  returnTo: string;
  display: string;
  subject: string;
  previousSessionId?: string | null;
  expiresAtMs: Numeric;
}

/** What a store keeps of a grant, as its driver reads it. */
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

/** A flow without the fields that are not there. */
export function flowOf(row: FlowRow): StoredFlow {
  const { id, browserKeyHash, sealedVerifier, returnTo, subject } = row;
  const display = row.display as StoredFlow['display'];
  const expiresAtMs = Number(row.expiresAtMs);
  const flow: StoredFlow = {
    id,
    browserKeyHash,
    sealedVerifier,
    returnTo,
    display,
    subject,
    expiresAtMs,
  };
  if (isThere(row.previousSessionId)) flow.previousSessionId = row.previousSessionId;
  return flow;
}

/** A grant without the fields that are not there. */
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
