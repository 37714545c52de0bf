import type { SessionReply } from '../../protocol/index.ts';
import type { WebBackend } from './web-backend.ts';
import { givenIdOf } from './request-id.ts';
import { belongsTo, hostUserOf, ownSession, sessionOfBrowser } from './user-session.ts';
import type { SessionPorts } from './user-session.ts';
import { emptyReply, jsonReply, withCookies } from './replies.ts';
import type { Sessions } from '../stores/store.ts';
import type { RouteRequest } from './route-request.ts';
import type { RouteResponse } from './replies.ts';

const NOBODY: SessionReply = { connected: false, reason: 'none' };
const ENDED: SessionReply = { connected: false, reason: 'reconnect' };

/**
 * Reports whether this browser is connected. Queries only the store. An expired access token does not end the connection, because the next push
 * refreshes it.
 *
 * @throws VaultError `configuration_error` if the key of the grant is not in the ring. The user is not asked to reconnect, since the grant opens again
 *   once the operator has corrected the keys
 */
export async function showSession(
  ports: SessionPorts & { store: Pick<Sessions, 'findSessionState'> } & Pick<WebBackend, 'keyRing'>,
  request: RouteRequest,
): Promise<RouteResponse> {
  const { store } = ports;
  const found = await ownSession(ports, request, (id, nowMs) => store.findSessionState(id, nowMs));
  if (!found) return jsonReply(200, NOBODY);
  const { scope, expiresAtMs, deadReason } = found.grant;
  if (deadReason !== undefined) return jsonReply(200, ENDED);
  ports.keyRing.assertKnownKey(found.grant);
  const reply: SessionReply = {
    connected: true,
    scope,
    expires_at: new Date(expiresAtMs).toISOString(),
  };
  return jsonReply(200, reply);
}

/** Deletes the grant and all its sessions. Does nothing if there is none. The session of another user of the host is kept, and so is its cookie. */
export async function endSession(
  ports: Pick<WebBackend, 'settings' | 'subjects' | 'cookies' | 'now' | 'emit'> & {
    store: Pick<Sessions, 'disconnect' | 'findSessionState'>;
  },
  request: RouteRequest,
): Promise<RouteResponse> {
  const { store, cookies, emit } = ports;
  const subject = await hostUserOf(ports, request);
  const found = await sessionOfBrowser(ports, request);
  if (found && !belongsTo(subject, found)) return emptyReply();
  const grant = found && (await store.disconnect(found.session.id));
  if (grant) {
    const { id: grantId, subject: name } = grant;
    emit({ type: 'disconnected', grantId, subject: name, ...givenIdOf(request) });
  }
  return withCookies(emptyReply(), cookies.noSession());
}
