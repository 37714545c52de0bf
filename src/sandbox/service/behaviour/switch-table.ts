import { z } from 'zod/v4';
import { explained, flag, isChanged, oneOf, seconds, variable } from './choices.ts';
import type { Choice } from './choices.ts';

const INSTANT_FORMS = [
  'iso',
  'seconds',
  'milliseconds',
  'seconds_text',
  'milliseconds_text',
] as const;

/** Form of an instant: ISO 8601, or seconds or milliseconds since 1970, as a number or as text. */
export type InstantForm = (typeof INSTANT_FORMS)[number];

/** Every switch with its default, the section that leaves it open, and its meaning. */
const SWITCHES = {
  /** Lets pages of other origins read the responses of the API form. Default: `true`. @see interface §4.4 */
  cors: explained(
    '4.4',
    'Lets pages of other origins read the responses of the API form.',
    flag(true),
  ),
  /** Response of an accepted `.html` form: a page, or a redirect to the console. Default: `page`. @see interface §4.4 rule 2 */
  html_answer: explained(
    '4.4 rule 2',
    'Response of an accepted .html form: a page, or a redirect to the console.',
    oneOf('page', 'redirect'),
  ),
  /** Lets HEAD consume the token as GET does. If `false`, HEAD answers as GET would and changes nothing. Default: `true`, the worst case. @see interface §4.4 */
  head_consumes: explained(
    '4.4',
    'Lets HEAD consume the token as GET does. If off, HEAD answers as GET would and changes nothing.',
    flag(true),
  ),
  /** Lets a GET with `Sec-Purpose: prefetch` consume the token. Default: `true`, the worst case. @see interface §4.4 */
  prefetch_consumes: explained(
    '4.4',
    'Lets a GET with Sec-Purpose: prefetch consume the token. If off, it changes nothing.',
    flag(true),
  ),
  /** Name of the variable that yields the seller id. Default: `seller_id`. @see interface §2.5 */
  seller_id_variable: explained(
    '2.5',
    'Name of the variable that yields the seller id.',
    variable('seller_id'),
  ),
  /** Name of the variable that yields the id of the interaction. Default: `interaction_id`. @see interface §2.5 */
  interaction_id_variable: explained(
    '2.5',
    'Name of the variable that yields the id of the interaction.',
    variable('interaction_id'),
  ),
  /** Appends the parameters that no variable asks for even if another variable is used. Default: `true`. @see interface §2.5 */
  append_unrenamed: explained(
    '2.5',
    'Appends the parameters that no variable asks for, even if another variable is used.',
    flag(true),
  ),
  /** Token of another click: a fresh one, or the same one while it is valid. Default: `fresh`. @see interface §2.5 */
  reissue: explained(
    '2.5',
    'Token of another click: a fresh one, or the same one while it is valid.',
    oneOf('fresh', 'same'),
  ),
  /** Lets a seller open a packet that has been decided. Its new token can never count. Default: `false`: it has left the list, or is paid. @see interface §3.1 */
  reopen_decided: explained(
    '3.1',
    'Lets a seller open a packet that has been decided. Its new token can never count.',
    flag(false),
  ),
  /** Alphabet of tokens. Default: `base64url`. @see interface §2.5 */
  token_alphabet: explained('2.5', 'Alphabet of tokens.', oneOf('base64url', 'base64')),
  /** Names the issuer in `iss` of the authorization response. Default: `false`. @see RFC 9207 */
  authorization_iss: explained(
    'RFC 9207',
    'Names the issuer in iss of the authorization response.',
    flag(false),
  ),
  /** Seconds for which an authorization code can be exchanged. Default: `600`, the longest that the RFC advises. @see RFC 6749 section 4.1.2 */
  code_lifetime_seconds: explained(
    'RFC 6749 section 4.1.2',
    'For how long an authorization code can be exchanged.',
    seconds(600),
  ),
  /** Revokes the tokens of a code that is used a second time. Default: `true`, as the RFC advises. @see RFC 6749 section 4.1.2 */
  code_replay_revokes: explained(
    'RFC 6749 section 4.1.2',
    'Revokes the tokens of a code that is used a second time.',
    flag(true),
  ),
  /** Form of `created_at` in a token response. Default: `iso`. @see interface §2.2 */
  created_at_form: explained(
    '2.2',
    'Form of created_at in a token response.',
    oneOf(...INSTANT_FORMS),
  ),
  /** Form of `expires_at` in an access token. Default: `iso`. @see interface §5.4 */
  expires_at_form: explained(
    '5.4',
    'Form of expires_at in an access token.',
    oneOf(...INSTANT_FORMS),
  ),
  /** Moment at which a used refresh token ends: at once, or at the first use of the new access token. Default: `at_once`. @see interface §3.2 */
  refresh_revocation: explained(
    '3.2',
    'Moment at which a used refresh token ends: at once, or at the first use of the new access token.',
    oneOf('at_once', 'on_first_use'),
  ),
  /** Revokes the previous access token at a refresh. Default: `false`. @see interface §3.2 */
  refresh_revokes_access_token: explained(
    '3.2',
    'Revokes the previous access token at a refresh.',
    flag(false),
  ),
  /** Revokes all tokens of a grant when a refresh token is used a second time. Default: `false`. @see RFC 9700 section 4.14.2 */
  refresh_replay_revokes: explained(
    'RFC 9700 section 4.14.2',
    'Revokes all tokens of a grant when a refresh token is used a second time.',
    flag(false),
  ),
  /**
   * Handling of an answer to a question that the packet does not have. Default: `refuse`, so that a misspelt question is found, although none of the four
   * rules of a push says so.
   *
   * @see interface §4.3
   */
  unknown_questions: explained(
    '4.3',
    'Handling of an answer to a question that the packet does not have. accept: the answer is saved.',
    oneOf('refuse', 'accept'),
  ),
  /** Handling of a pushed answer to the endlink question, which the outcome answers. Default: `refuse`. @see interface §2.4 */
  endlink_answers: explained(
    '2.4',
    'Handling of a pushed answer to the endlink question. accept: the answer is saved.',
    oneOf('refuse', 'accept'),
  ),
  /**
   * Effect of an outcome that is reported after a push. `counts`: it decides, and silence is a failure. `refused`: the push has published and paid the
   * packet. Default: `counts`.
   *
   * @see interface §3.1
   */
  outcome_after_push: explained(
    '3.1',
    'Effect of an outcome after a push. counts: it decides. refused: the push has published and paid the packet.',
    oneOf('counts', 'refused'),
  ),
  /** Handling of the answers that a later push leaves out. Default: `keep`. @see interface §2.4 */
  omitted_questions: explained(
    '2.4',
    'Handling of the answers that a later push leaves out.',
    oneOf('keep', 'clear'),
  ),
  /** Lets pages of other origins call the token and the push endpoint. Default: `false`. @see interface §4.2 §4.3 */
  oauth_cors: explained(
    '4.2 4.3',
    'Lets pages of other origins call the token and the push endpoint.',
    flag(false),
  ),
};

type ValuesOf<Switches> = {
  [Name in keyof Switches]: Switches[Name] extends Choice<infer T> ? T : never;
};

/**
 * Switches for what the service does where the interface leaves it open ("not shown"). The same names are used by `createSandbox` and by
 * `POST /sandbox/behaviour`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- An interface keeps its name in hovers.
export interface Behaviour extends ValuesOf<typeof SWITCHES> {}

const NAMES = Object.keys(SWITCHES) as (keyof Behaviour)[];

/** Default value of every switch. */
export const DEFAULT_BEHAVIOUR = Object.fromEntries(
  NAMES.map((name) => [name, SWITCHES[name].default]),
) as unknown as Readonly<Behaviour>;

/** Schema of a change of some switches. Refuses unknown names. A switch that the JSON leaves out is absent, never `undefined`. */
export const behaviourUpdate = z
  .strictObject(Object.fromEntries(NAMES.map((name) => [name, SWITCHES[name].schema])))
  .partial() as z.ZodType<Partial<Behaviour>>;

/** Returns every switch with its present value, as `GET /sandbox/behaviour` shows it. */
export const switchList = (present: Behaviour) =>
  NAMES.map((name) => {
    const { default: initial, meaning, section, values } = SWITCHES[name];
    return { name, value: present[name], default: initial, meaning, section, values };
  });

/** Returns the switches that differ from their defaults. */
export const switchesThatDiffer = (present: Behaviour): Partial<Behaviour> =>
  Object.fromEntries(
    switchList(present)
      .filter(isChanged)
      .map(({ name, value }) => [name, value]),
  );
