import type { SessionReply } from '../../protocol/index.ts';
import type { WebBackend } from './web-backend.ts';
import { belongsTo, hostUserOf, sessionOf, sessionOfBrowser } from './user-session.ts';
import { emptyReply, jsonReply, withCookies } from './replies.ts';

const NOBODY: SessionReply = { connected: false, reason: 'none' };
const ENDED: SessionReply = { connected: false, reason: 'reconnect' };

/**
 * Whether this browser is connected. Asks nobody but the store. An access token that has expired does not end a connection: the next push
 * renews it.
 *
 * @throws VaultError `configuration_error` where the keys do not open the grant: no push would pass, and to connect again is not asked of the user,
 *   since the grant opens again once the operator has put the keys right
 */
export async function showSession(backend: WebBackend, request: Request): Promise<Response> {
  const found = await sessionOf(backend, request);
  if (!found) return jsonReply(200, NOBODY);
  const { scope, expiresAtMs, deadReason } = found.grant;
  if (deadReason !== undefined) return jsonReply(200, ENDED);
  if (!backend.keyRing.isSound(found.grant)) await backend.keeper.assertOpens(found.grant);
  const reply: SessionReply = {
    connected: true,
    scope,
    expires_at: new Date(expiresAtMs).toISOString(),
  };
  return jsonReply(200, reply);
}

/**
 * Forgets the grant, and every session of it. Where there is none, nothing is left to be done. The session of another user of the host stays,
 * and so does its cookie.
 */
export async function endSession(backend: WebBackend, request: Request): Promise<Response> {
  const { store, cookies, tell } = backend;
  const subject = await hostUserOf(backend, request);
  const found = await sessionOfBrowser(backend, request);
  if (found && !belongsTo(subject, found)) return emptyReply();
  const grant = found && (await store.disconnect(found.session.id));
  if (grant) tell({ type: 'disconnected', grantId: grant.id, subject: grant.subject });
  return withCookies(emptyReply(), cookies.noSession());
}
