/**
 * Schemas of the service's replies, and of the requests and replies of our own wire. Fields that are not named here pass, except at the top level of
 * our own requests.
 *
 * @module
 */
import { z } from 'zod/v4';
import { OUTCOMES } from './endlink.ts';
import { VAULT_ERROR_CODES } from './errors.ts';
import { isPacketId, mistakesOfAnswers, PACKET_ID_RULE } from './push.ts';

const text = z.string().min(1);

const seconds = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+$/)
    .transform((digits) => Number(digits)),
]);

/**
 * Accepts every answer that has both tokens, and leaves out other fields that are not valid: the refresh token is spent, so refusing the answer would
 * lose the pair.
 *
 * @see interface §2.2, ASSUMPTIONS.oddTokenResponse
 */
export const tokenResponse = z.looseObject({
  access_token: text,
  token_type: text.optional().catch(undefined),
  expires_in: seconds.optional().catch(undefined),
  refresh_token: text,
  scope: z.string().nullish().catch(undefined),
  created_at: z.union([z.string(), z.number()]).optional().catch(undefined),
});

/**
 * Answers by question. Not a `z.record`, which leaves out a question that bears the name `__proto__`.
 *
 * @see interface §2.4
 */
export const answers = z
  .custom<Record<string, string | null>>()
  .superRefine((value, context) => {
    for (const message of mistakesOfAnswers(value)) context.addIssue(message);
  })
  .meta({ type: 'object', additionalProperties: { type: ['string', 'null'] } });

/** @see interface §2.3 */
export const sellersPacket = z.looseObject({
  id: z.string(),
  packet_id: z.string(),
  account_id: z.string(),
  beneficiary_account_id: z.string().nullable(),
  status: z.string(),
  autosell_setting: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  first_published_at: z.string(),
});

/** @see interface §4.3 */
export const pushReply = z.looseObject({ message: z.string(), sellers_packet: sellersPacket });

/** Our own wire: a packet's id in a path. */
export const packetId = z.string().refine(isPacketId, PACKET_ID_RULE);

/** Our own wire: an outcome in a path. */
export const outcome = z.enum(OUTCOMES);

/** Half a surrogate pair is in no URL, and would reach the service as another character. */
const wellFormed = text.refine((value) => !/\p{Cs}/u.test(value), 'must be well-formed');

/** Our own wire: the body of the hook. */
export const exchangeRequest = z.strictObject({
  code: wellFormed,
  code_verifier: text.regex(/^[\w.~-]{43,128}$/, 'must be 43 to 128 unreserved characters'),
  state: wellFormed,
  redirect_uri: text,
});

/** Our own wire: what the hook answers. */
export const exchangeReply = z.object({ connected: z.literal(true), expires_at: z.iso.datetime() });

/** Our own wire: what is known of the session. */
export const sessionReply = z.object({
  connected: z.boolean(),
  reason: z.enum(['none', 'reconnect']).optional(),
  scope: z.string().optional(),
  expires_at: z.iso.datetime().optional(),
});

/** Our own wire: answers to be pushed. */
export const pushRequest = z.strictObject({ payload: answers });

/** Our own wire: a token whose outcome is to be relayed. */
export const relayRequest = z.strictObject({
  token: text,
  age_seconds: z.number().nonnegative().optional(),
});

/** Our own wire: the state of an outcome that the backend has taken. */
export const relayReply = z.object({
  result: z.enum(['confirmed', 'accepted', 'unknown']),
  outcome,
});

/** Our own wire: how the backend is. */
export const healthReply = z.object({
  status: z.enum(['ok', 'unavailable', 'draining']),
  store: z.enum(['ok', 'unavailable']).optional(),
  keys: z.enum(['wrong']).optional(),
  client_address: z.enum(['unknown']).optional(),
});

/** Our own wire: every error. */
export const errorReply = z.object({
  error: z.enum(VAULT_ERROR_CODES),
  error_description: z.string(),
  messages: z.array(z.string()).optional(),
});
