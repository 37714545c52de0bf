import { VaultError } from './errors.ts';

/** Answers by the name of their question. `null` and `undefined` save the question without an answer. @see interface §2.4 */
export type Answers = Readonly<Record<string, string | null | undefined>>;

/** Body of a push. @see interface §2.4 */
export interface PushBody {
  /** The same as in the path. */
  id: string;
  payload: Record<string, string | null>;
}

/** A data packet of a seller's, as a push leaves it. Further fields may be there. @see interface §2.3 */
export interface SellersPacket {
  id: string;
  packet_id: string;
  account_id: string;
  beneficiary_account_id: string | null;
  /** `published` after a push. */
  status: string;
  autosell_setting: string;
  /** ISO 8601, UTC, with milliseconds; so are the next two. */
  created_at: string;
  updated_at: string;
  first_published_at: string;
}

/** Response of the service to a push. @see interface §4.3 */
export interface PushReply {
  message: string;
  sellers_packet: SellersPacket;
}

/** Returns whether `value` can be the id of a packet in a path: letters, digits, `_` and `-`. */
export function isPacketId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]+$/.test(value);
}

/** Message for an id that no packet can have. */
export const PACKET_ID_RULE = 'A packet id is letters, digits, "_" and "-".';

/**
 * Checks the id of a packet.
 *
 * @throws VaultError `invalid_request` where `value` cannot stand as a packet's id in a path
 */
export function assertPacketId(value: unknown): asserts value is string {
  if (!isPacketId(value)) throw new VaultError('invalid_request', PACKET_ID_RULE);
}

/**
 * Returns the path of a push, below the service's address.
 *
 * @throws VaultError `invalid_request` where `packetId` is none
 * @see interface §4.3
 */
export function pushPath(packetId: string): string {
  assertPacketId(packetId);
  return `/api/v5/packets/${packetId}/sellers_packets/push`;
}

/** One sentence for each answer that the service would refuse. @see interface §4.3 rule 4 */
export function mistakesOfAnswers(answers: unknown): string[] {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) {
    return ['The payload must be an object with a question name for each answer.'];
  }
  const mistakes: string[] = [];
  // Most answers are fine, and there may be many: no list is made of them.
  for (const question of Object.keys(answers)) {
    const answer = (answers as Record<string, unknown>)[question];
    if (typeof (answer ?? '') !== 'string') {
      mistakes.push(`${question} must be text or null, not ${kindOf(answer)}.`);
    }
  }
  return mistakes;
}

/**
 * The body of a push. JSON has no `undefined`, so it becomes `null`: the question is saved, without an answer. `""` stays `""`, and a
 * question may bear any name, `__proto__` too.
 *
 * @throws VaultError `validation_failed` with one message for each answer that is neither text, `null` nor `undefined`
 * @see interface §2.4 §4.3
 */
export function pushBody(packetId: string, answers: Answers): PushBody {
  const messages = mistakesOfAnswers(answers);
  if (messages.length) throw new VaultError('validation_failed', messages.join(' '), { messages });
  const isComplete = !Object.values(answers).includes(undefined);
  const payload = isComplete
    ? answers
    : Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, answer ?? null]));
  return { id: packetId, payload: payload as PushBody['payload'] };
}

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
