import { assertPacketId, VaultError } from '../../protocol/index.ts';
import type { Answers } from '../../protocol/index.ts';
import { assertUsableGrant } from '../grants/usable-grant.ts';
import { pushWith } from '../push/push-one.ts';
import type { PushPorts } from '../push/push-one.ts';
import type { Sessions } from '../stores/store.ts';
import { readObject } from './body.ts';
import { ownSession } from './user-session.ts';
import type { SessionPorts } from './user-session.ts';
import { jsonReply } from './replies.ts';
import { givenIdOf } from './request-id.ts';
import type { RouteRequest } from './route-request.ts';
import type { RouteResponse } from './replies.ts';

/** Pushes answers into the vault of the session's user. @see interface §4.3 */
export async function push(
  ports: SessionPorts & PushPorts & { store: Pick<Sessions, 'findSession'> },
  request: RouteRequest,
  packetId: string,
): Promise<RouteResponse> {
  assertPacketId(packetId);
  const { store } = ports;
  const found = await ownSession(ports, request, (id, nowMs) => store.findSession(id, nowMs));
  const grant = assertUsableGrant(found?.grant);
  const body = await readObject(request);
  const { payload } = body;
  const unknown = Object.keys(body).filter((field) => field !== 'payload');
  if (payload === undefined || unknown.length) {
    const messages = unknown.map((field) => `There is no field "${field}".`);
    if (payload === undefined) messages.push('The field "payload" is missing.');
    throw new VaultError('invalid_request', messages.join(' '), { messages });
  }
  // `pushWith` validates the answers.
  const reply = await pushWith(ports, grant, packetId, payload as Answers, givenIdOf(request));
  return jsonReply(200, reply);
}
