import type { Answers, PushReply } from '../../protocol/index.ts';
import type { Backend } from '../backend.ts';
import { isUnauthorized } from '../service/push-request.ts';
import type { Grant } from '../stores/store.ts';

/** Further fields of the event. */
type EventFields = Readonly<{ requestId?: string }>;

/**
 * Pushes answers into the vault of a grant.
 *
 * @throws VaultError see `VaultBff.push`
 */
export async function pushWith(
  backend: Backend,
  grant: Grant,
  packetId: string,
  answers: Answers,
  fields: EventFields = {},
): Promise<PushReply> {
  // Validate first: invalid answers are no reason to refresh a token.
  const send = backend.push(packetId, answers);
  return sendWith(backend, grant, packetId, send, fields);
}

/**
 * Sends a prepared push with an access token of the grant, and emits an event.
 *
 * @throws VaultError see `VaultBff.push`
 */
export async function sendWith(
  { keeper, pauses, emit }: Backend,
  grant: Grant,
  packetId: string,
  send: (accessToken: string) => Promise<PushReply>,
  fields: EventFields = {},
): Promise<PushReply> {
  // Check first, so that no token is refreshed for a push that is not sent.
  pauses.push.assertOver();
  let used = grant;
  const sendAs = (accessToken: string, current: Grant) => {
    used = current;
    return pauses.push.run(() => send(accessToken));
  };
  const reply = await keeper.withAccessToken(grant, sendAs, isUnauthorized);
  emit({ type: 'pushed', grantId: used.id, subject: grant.subject, packetId, ...fields });
  return reply;
}
