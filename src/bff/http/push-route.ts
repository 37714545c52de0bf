import { assertPacketId, VaultError } from '../../protocol/index.ts';
import type { Answers, PushReply } from '../../protocol/index.ts';
import type { Backend } from '../backend.ts';
import type { Grant } from '../stores/store.ts';
import { usable } from '../grants/usable.ts';
import { isUnauthorized } from '../service/push.ts';
import { readObject } from './body.ts';
import { sessionOf } from './user-session.ts';
import { jsonReply } from './replies.ts';

/** Pushes answers into the vault of the user whose session this is. @see interface §4.3 */
export async function push(
  backend: Backend,
  request: Request,
  packetId: string,
): Promise<Response> {
  assertPacketId(packetId);
  const grant = usable((await sessionOf(backend, request))?.grant);
  const body = await readObject(request);
  const { payload } = body;
  const unknown = Object.keys(body).filter((field) => field !== 'payload');
  if (payload === undefined || unknown.length) {
    const messages = unknown.map((field) => `There is no field "${field}".`);
    if (payload === undefined) messages.push('The field "payload" is missing.');
    throw new VaultError('invalid_request', messages.join(' '), { messages });
  }
  // What is wrong with the answers, the protocol finds.
  return jsonReply(200, await pushWith(backend, grant, packetId, payload as Answers));
}

/** @throws VaultError see `VaultBff.push` */
export async function pushWith(
  backend: Backend,
  grant: Grant,
  packetId: string,
  answers: Answers,
): Promise<PushReply> {
  // First of all: answers that cannot be pushed are no reason to renew a token.
  const send = backend.push(packetId, answers);
  return sendWith(backend, grant, packetId, send);
}

/**
 * Sends what was prepared, with an access token of the grant, and tells of it.
 *
 * @throws VaultError see `VaultBff.push`
 */
export async function sendWith(
  { keeper, tell }: Backend,
  grant: Grant,
  packetId: string,
  send: (accessToken: string) => Promise<PushReply>,
): Promise<PushReply> {
  const reply = await keeper.withAccessToken(grant, send, isUnauthorized);
  tell({ type: 'pushed', grantId: grant.id, subject: grant.subject, packetId });
  return reply;
}
