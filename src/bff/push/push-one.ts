import type { Answers, PushReply } from '../../protocol/index.ts';
import type { Emit } from '../events.ts';
import type { TokenKeeper } from '../grants/token-keeper.ts';
import type { Pause } from '../service/pause.ts';
import { isUnauthorized } from '../service/push-request.ts';
import type { PreparePush } from '../service/push-request.ts';
import type { Grant } from '../stores/store.ts';

/** Ports that a push uses. */
export interface PushPorts {
  keeper: Pick<TokenKeeper, 'withAccessToken'>;
  /** Validates a push, and returns the function that sends it. */
  push: PreparePush;
  /** Pause that the service has asked for; it holds for all pushes. */
  pauses: { push: Pause };
  emit: Emit;
}

/** Further fields of the event. */
type EventFields = Readonly<{ requestId?: string }>;

/**
 * Pushes answers into the vault of a grant.
 *
 * @throws VaultError see `VaultBff.push`
 */
export async function pushWith(
  ports: PushPorts,
  grant: Grant,
  packetId: string,
  answers: Answers,
  fields: EventFields = {},
): Promise<PushReply> {
  // Validate first: invalid answers are no reason to refresh a token.
  const send = ports.push(packetId, answers);
  return sendWith(ports, grant, packetId, send, fields);
}

/**
 * Sends a prepared push with an access token of the grant, and emits an event.
 *
 * @throws VaultError see `VaultBff.push`
 */
export async function sendWith(
  { keeper, pauses, emit }: Omit<PushPorts, 'push'>,
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
