import type { SessionReply } from '../../protocol/index.ts';
import type { Backend } from '../backend.ts';
import { sessionIdOf, sessionOf } from './connection.ts';
import { emptyReply, jsonReply, withCookies } from './reply.ts';

const NOBODY: SessionReply = { connected: false, reason: 'none' };
const ENDED: SessionReply = { connected: false, reason: 'reconnect' };

/**
 * Whether this browser is connected. Asks nobody but the store. An access token that has expired does not end a connection: the next push
 * renews it.
 */
export async function showSession(backend: Backend, request: Request): Promise<Response> {
  const found = await sessionOf(backend, request);
  if (!found) return jsonReply(200, NOBODY);
  const { scope, expiresAtMs, deadReason } = found.grant;
  if (deadReason !== undefined) return jsonReply(200, ENDED);
  const reply: SessionReply = {
    connected: true,
    scope,
    expires_at: new Date(expiresAtMs).toISOString(),
  };
  return jsonReply(200, reply);
}

/** Forgets the grant, and every session of it. Where there is none, nothing is left to be done. */
export async function endSession(backend: Backend, request: Request): Promise<Response> {
  const { store, cookies, tell } = backend;
  const sessionId = await sessionIdOf(backend, request);
  const grant = sessionId === undefined ? undefined : await store.disconnect(sessionId);
  if (grant) tell({ type: 'disconnected', grantId: grant.id, subject: grant.subject });
  return withCookies(emptyReply(), cookies.noSession());
}
