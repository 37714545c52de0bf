import { z } from 'zod/v4';
import { errorCode, flag, isChanged, oneOf, replacedFields, status } from './choices.ts';
import type { Choice, Explanation } from './choices.ts';

/** Row of the table: the parts of a reply that can be set, and why. */
interface Row<Parts> extends Explanation {
  parts: Parts;
}

const row = <Parts>(section: string, meaning: string, parts: Parts): Row<Parts> => ({
  ...{ section, meaning, parts },
});

const success = (initial: number) => ({ status: status(initial), fields: replacedFields() });

/** An error of the shape `{errors: {base}}`: no authentication failed. */
const failure = (initial: number) => ({ status: status(initial) });

/** An error of which the interface does not say whether it is a failed authentication. The first shape is the default. */
const eitherShape = (
  initial: number,
  shapes: ['error' | 'errors', 'error' | 'errors'],
  code: string,
) => ({
  status: status(initial),
  shape: oneOf(...shapes),
  code: errorCode(code),
});

/** Every reply that the interface leaves open, by its reason. */
const REPLIES = {
  /** An outcome was accepted, in the API form. `fields` are those of the JSON. @see interface §4.4 rule 1 */
  outcome_success: row('4.4 rule 1', 'An outcome was accepted, in the API form.', {
    ...success(200),
    shape: oneOf('json', 'empty'),
  }),
  /** The parameter of the endlink token is missing. @see interface §7 */
  missing_token: row('7', 'The parameter of the endlink token is missing.', failure(422)),
  /** The endlink token was never issued. @see interface §7 */
  unknown_token: row(
    '7',
    'The endlink token was never issued.',
    eitherShape(401, ['error', 'errors'], 'invalid_token'),
  ),
  /** The endlink token was used before. @see interface §7 */
  used_token: row(
    '7',
    'The endlink token was used before.',
    eitherShape(422, ['errors', 'error'], 'invalid_token'),
  ),
  /** The endlink token is older than one hour. @see interface §7 */
  expired_token: row(
    '7',
    'The endlink token is older than one hour.',
    eitherShape(422, ['errors', 'error'], 'invalid_token'),
  ),
  /** The endlink token is fresh, but another token has decided the packet. @see interface §3.1 */
  decided_packet: row(
    '3.1',
    'The endlink token is fresh, but another token has decided the packet.',
    failure(422),
  ),
  /** A token pair was issued. `fields` are those of the token response. @see RFC 6749 section 5.1 */
  token_success: row('RFC 6749 section 5.1', 'A token pair was issued.', success(200)),
  /** The code or the refresh token is refused. @see RFC 6749 section 5.2 */
  invalid_grant: row('RFC 6749 section 5.2', 'The code or the refresh token is refused.', {
    ...{ status: status(400), code: errorCode('invalid_grant'), www_authenticate: flag(false) },
  }),
  /** The client id and the secret do not belong together. @see RFC 6749 section 5.2 */
  invalid_client: row('RFC 6749 section 5.2', 'The client id and the secret do not fit.', {
    ...{ status: status(401), code: errorCode('invalid_client'), www_authenticate: flag(false) },
  }),
  /** A token request is malformed, which is no failed authentication. @see interface §7 */
  invalid_request: row(
    '7',
    'A token request is malformed, which is no failed authentication.',
    eitherShape(400, ['error', 'errors'], 'invalid_request'),
  ),
  /** A token request names another grant type. @see interface §7 */
  unsupported_grant_type: row(
    '7',
    'A token request names another grant type.',
    eitherShape(400, ['error', 'errors'], 'unsupported_grant_type'),
  ),
  /** The content of a token request is not called `application/json`. @see interface §4.2 */
  token_content_type: row(
    '4.2',
    'The content of a token request is not called application/json.',
    eitherShape(415, ['error', 'errors'], 'invalid_request'),
  ),
  /** A push was accepted. `fields` are those of `sellers_packet`. @see interface §2.3 §4.3 */
  push_success: row(
    '4.3',
    'A push was accepted. fields are those of sellers_packet.',
    success(200),
  ),
  /** The access token of a push is missing, unknown, expired or revoked. Its status is always 401. @see interface §7 */
  unauthorized: row(
    '7',
    'The access token of a push is missing, unknown, expired or revoked: a 401.',
    {
      shape: oneOf('error', 'empty'),
      code: errorCode('invalid_token'),
      www_authenticate: flag(true),
    },
  ),
  /** The content of a push is not called `application/json`. @see interface §4.3 */
  push_content_type: row(
    '4.3',
    'The content of a push is not called application/json.',
    failure(415),
  ),
  /** The body of a push or its answers are not as they should be. @see interface §7 */
  invalid_push: row(
    '7',
    'The body of a push or its answers are not as they should be.',
    failure(422),
  ),
  /** The id in the body of a push is not the one in the path. @see interface §7 */
  id_mismatch: row('7', 'The id in the body of a push is not the one in the path.', failure(422)),
  /** The packet of a push does not exist. @see interface §7 */
  unknown_packet: row('7', 'The packet of a push does not exist.', failure(404)),
  /** The packet of a push was created from another client, or from none. @see interface §4.3 rule 2 */
  foreign_packet: row(
    '4.3 rule 2',
    'The packet of a push was created from another client, or from none.',
    eitherShape(403, ['errors', 'error'], 'insufficient_scope'),
  ),
};

type RepliesOf<Rows> = {
  [Reason in keyof Rows]: Rows[Reason] extends Row<infer Parts>
    ? { [Name in keyof Parts]: Parts[Name] extends Choice<infer T> ? T : never }
    : never;
};

/**
 * Replies whose status, shape, error code or fields the interface leaves open ("not shown"), by reason. `shape`: `error` is `{error, error_description}`,
 * `errors` is `{errors: {base}}`. `fields` replace those of the JSON, or are added. `www_authenticate` adds that header to a 401.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- An interface keeps its name in hovers.
export interface Replies extends RepliesOf<typeof REPLIES> {}

/** Changes of some replies. What a change leaves out stays as it is. */
export type RepliesUpdate = {
  [Reason in keyof Replies]?: { [Name in keyof Replies[Reason]]?: Replies[Reason][Name] };
};

/** Parts of a reply, as every row may have them. */
export interface Reply {
  status?: number;
  shape?: 'json' | 'empty' | 'error' | 'errors';
  code?: string;
  fields?: Readonly<Record<string, unknown>>;
  www_authenticate?: boolean;
}

/** Reason of a reply. */
export type ReplyReason = keyof Replies;

type AnyRow = Row<Record<string, Choice<unknown>>>;

const rows = Object.entries(REPLIES) as [ReplyReason, AnyRow][];

const mapRows = <T>(map: (row: AnyRow, reason: ReplyReason) => T) =>
  Object.fromEntries(rows.map(([reason, one]) => [reason, map(one, reason)]));

const mapParts = <T>({ parts }: AnyRow, map: (choice: Choice<unknown>) => T) =>
  Object.fromEntries(Object.entries(parts).map(([name, choice]) => [name, map(choice)]));

/** Default of every reply. */
export const DEFAULT_REPLIES = mapRows((one) =>
  mapParts(one, (choice) => choice.default),
) as unknown as Readonly<Replies>;

/** Schema of a change of some replies. Refuses unknown reasons, and parts that a reply does not have. */
export const repliesUpdate = z
  .strictObject(mapRows((one) => z.strictObject(mapParts(one, ({ schema }) => schema)).partial()))
  .partial() as z.ZodType<RepliesUpdate>;

/** Returns the replies after some changes. */
export const changedReplies = (
  present: Replies,
  ...updates: readonly (RepliesUpdate | undefined)[]
): Replies =>
  mapRows((_, reason) =>
    updates.reduce<object>((all, update) => ({ ...all, ...update?.[reason] }), present[reason]),
  ) as unknown as Replies;

/** Returns the parts of the replies that differ from their defaults. */
export const repliesThatDiffer = (present: Replies): RepliesUpdate =>
  Object.fromEntries(
    replyList(present).flatMap(({ reason, parts }) => {
      const changed = parts.filter(isChanged).map(({ name, value }) => [name, value]);
      return changed.length ? [[reason, Object.fromEntries(changed)]] : [];
    }),
  );

/** Returns every reply with its present values, as `GET /sandbox/replies` shows it. */
export const replyList = (present: Replies) =>
  rows.map(([reason, { meaning, section, parts }]) => ({
    ...{ reason, meaning, section },
    parts: Object.entries(parts).map(([name, { default: initial, values }]) => {
      const value = (present[reason] as Record<string, unknown>)[name];
      return { name, value, default: initial, values };
    }),
  }));
