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

/** What the service answers to a push. @see interface §4.3 */
export interface PushReply {
  message: string;
  sellers_packet: SellersPacket;
}

/** Whether `value` can stand as a packet's id in a path: letters, digits, `_` and `-`. */
export function isPacketId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]+$/.test(value);
}

/**
 * Where to push to, below the service's address.
 *
 * @throws VaultError `invalid_request` where `packetId` is none
 * @see interface §4.3
 */
export function pushPath(packetId: string): string {
  if (!isPacketId(packetId)) {
    throw new VaultError('invalid_request', 'A packet id is letters, digits, "_" and "-".');
  }
  return `/api/v5/packets/${packetId}/sellers_packets/push`;
}

/** One sentence for each answer that the service would refuse. @see interface §4.3 rule 4 */
export function mistakesOfAnswers(answers: unknown): string[] {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) {
    return ['The payload must be an object with a question name for each answer.'];
  }
  // Most answers are fine, and there may be many: no list is made for them.
  if (Object.values(answers).every(isAnswer)) return [];
  return Object.entries(answers)
    .filter(([, answer]) => !isAnswer(answer))
    .map(([question, answer]) => `${question} must be text or null, not ${kindOf(answer)}.`);
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
  return { id: packetId, payload: isComplete(answers) ? answers : withoutUndefined(answers) };
}

const isAnswer = (value: unknown): boolean =>
  typeof value === 'string' || value === null || value === undefined;

const isComplete = (answers: Answers): answers is PushBody['payload'] =>
  !Object.values(answers).includes(undefined);

function withoutUndefined(answers: Answers): PushBody['payload'] {
  const payload = Object.entries(answers).map(([question, answer]) => [question, answer ?? null]);
  return Object.fromEntries(payload) as PushBody['payload'];
}

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
