import {
  nullableText,
  word,
  choice,
  errorCode,
  errorShape,
  failureStatus,
  flag,
  seconds,
  successStatus,
} from './switch-values.ts';
import type { ErrorShape, Switch } from './switch-values.ts';

/** Form of an instant: ISO 8601, or seconds or milliseconds since 1970, as a number or as text. */
export type InstantForm = 'iso' | 'seconds' | 'milliseconds' | 'seconds_text' | 'milliseconds_text';

/** Switches for what the interface leaves open about authorization, tokens and pushes. */
export interface OAuthBehaviour {
  /** Names the issuer in `iss` of the authorization response. Default: `false`. @see RFC 9207 */
  authorization_iss: boolean;
  /** Seconds for which an authorization code can be exchanged. Default: `600`, the longest that the RFC advises. @see RFC 6749 section 4.1.2 */
  code_lifetime_seconds: number;
  /** Revokes the tokens of a code that is used a second time. Default: `true`, as the RFC advises. @see RFC 6749 section 4.1.2 */
  code_replay_revokes: boolean;
  /** Form of `created_at` in a token response. Default: `iso`. @see interface §2.2 */
  created_at_form: InstantForm;
  /** Form of `expires_at` in an access token. Default: `iso`. @see interface §5.4 */
  expires_at_form: InstantForm;
  /** Status of a token response. Default: `200`. @see RFC 6749 section 5.1 */
  token_success_status: number;
  /** Status of `invalid_grant`. Default: `400`. @see RFC 6749 section 5.2 */
  invalid_grant_status: number;
  /** The error code of a grant that is refused. Default: `invalid_grant`. @see interface §7 */
  invalid_grant_code: string;
  /** Status of `invalid_client`. Default: `401`. @see RFC 6749 section 5.2 */
  invalid_client_status: number;
  /** Status of `invalid_request` and `unsupported_grant_type`. Default: `400`. @see RFC 6749 section 5.2 */
  invalid_request_status: number;
  /** Shape of these two: they are no failed authentication. Default: `error`, as the RFC has it. @see interface §7 */
  invalid_request_shape: ErrorShape;
  /** Adds `WWW-Authenticate` to a 401 of the token endpoint. Default: `false`. @see RFC 6749 section 5.2 */
  token_www_authenticate: boolean;
  /** Moment at which a used refresh token ends: at once, or at the first use of the new access token. Default: `at_once`. @see interface §3.2 */
  refresh_revocation: 'at_once' | 'on_first_use';
  /** Revokes the previous access token at a refresh. Default: `false`. @see interface §3.2 */
  refresh_revokes_access_token: boolean;
  /** Revokes all tokens of a grant when a refresh token is used a second time. Default: `false`. @see RFC 9700 section 4.14.2 */
  refresh_replay_revokes: boolean;
  /** Body of a push's 401. Default: `error`. @see interface §7 */
  unauthorized_body: 'error' | 'empty';
  /** The error code of an access token that is refused. Default: `invalid_token`. @see RFC 6750 section 3.1 */
  access_token_error_code: string;
  /** Adds `WWW-Authenticate` to the 401 of a push. Default: `true`. @see RFC 6750 section 3 */
  push_www_authenticate: boolean;
  /** Status of a push that succeeded. Default: `200`. @see interface §4.3 */
  push_success_status: number;
  /** Status for answers, or a body, that are not as they should be. Default: `422`. @see interface §7 */
  validation_status: number;
  /** Status where the id in the body is not the one in the path. Default: `422`. @see interface §7 */
  id_mismatch_status: number;
  /** Status for a packet that does not exist. Default: `404`. @see interface §7 */
  unknown_packet_status: number;
  /** Status for a packet that another client created, or none. Default: `403`. @see interface §4.3 rule 2 */
  foreign_packet_status: number;
  /** Shape of that error. Default: `errors`. @see interface §7 */
  foreign_packet_shape: ErrorShape;
  /**
   * Handling of an answer to a question that the packet does not have. Default: `refuse`, so that a misspelt question is found, although none of the four
   * rules of a push says so.
   *
   * @see interface §4.3
   */
  unknown_questions: 'refuse' | 'accept';
  /** Handling of a pushed answer to the endlink question, which the outcome answers. Default: `refuse`. @see interface §2.4 */
  endlink_answers: 'refuse' | 'accept';
  /**
   * Effect of an outcome that is reported after a push. `counts`: it decides, and silence is a failure. `refused`: the push has published and paid the
   * packet. Default: `counts`.
   *
   * @see interface §3.1
   */
  outcome_after_push: 'counts' | 'refused';
  /** The `status` of a sellers packet after a push. Default: `published`. @see interface §2.3 */
  status: string;
  /** Its `autosell_setting`. Default: `enabled_for_any_price`. @see interface §2.3 */
  autosell_setting: string;
  /** Its `beneficiary_account_id`. Default: `null`. @see interface §2.3 */
  beneficiary_account_id: string | null;
  /** Handling of the answers that a later push leaves out. Default: `keep`. @see interface §2.4 */
  omitted_questions: 'keep' | 'clear';
  /** Status of a token request or a push whose content is not called `application/json`. Default: `415`. @see interface §4.2 §4.3 */
  content_type_status: number;
  /** Lets pages of other origins call the token and the push endpoint. Default: `false`. @see interface §4.2 §4.3 */
  oauth_cors: boolean;
}

const INSTANT_FORMS = [
  'iso',
  'seconds',
  'milliseconds',
  'seconds_text',
  'milliseconds_text',
] as const;

/** Default, section and meaning of each switch, for the console and `GET /sandbox/behaviour`. */
export const oauthSwitches = {
  authorization_iss: flag(
    false,
    'RFC 9207',
    'Whether the authorization answer names its issuer in iss.',
  ),
  code_lifetime_seconds: seconds(
    600,
    'RFC 6749 section 4.1.2',
    'For how long an authorization code can be exchanged.',
  ),
  code_replay_revokes: flag(
    true,
    'RFC 6749 section 4.1.2',
    'Whether the second use of a code revokes what the first one gave.',
  ),
  created_at_form: choice(INSTANT_FORMS, '2.2', 'Form of created_at in a token response.'),
  expires_at_form: choice(INSTANT_FORMS, '5.4', 'Form of expires_at in an access token.'),
  token_success_status: successStatus(200, 'RFC 6749 section 5.1', 'Status of a token response.'),
  invalid_grant_status: failureStatus(400, 'RFC 6749 section 5.2', 'Status of invalid_grant.'),
  invalid_grant_code: errorCode('invalid_grant', '7', 'The error code of a grant that is refused.'),
  invalid_client_status: failureStatus(401, 'RFC 6749 section 5.2', 'Status of invalid_client.'),
  invalid_request_status: failureStatus(
    400,
    'RFC 6749 section 5.2',
    'Status of invalid_request and unsupported_grant_type.',
  ),
  invalid_request_shape: errorShape(
    'error',
    '7',
    'Shape of the errors invalid_request and unsupported_grant_type, which are no failed authentication.',
  ),
  token_www_authenticate: flag(
    false,
    'RFC 6749 section 5.2',
    'Whether a 401 of the token endpoint has a WWW-Authenticate.',
  ),
  refresh_revocation: choice(
    ['at_once', 'on_first_use'],
    '3.2',
    'When a refresh token that was used ends: at once, or when the new access token is first used.',
  ),
  refresh_revokes_access_token: flag(
    false,
    '3.2',
    'Whether a refresh ends the access token of before as well.',
  ),
  refresh_replay_revokes: flag(
    false,
    'RFC 9700 section 4.14.2',
    'Whether the second use of a refresh token revokes what came of the first.',
  ),
  unauthorized_body: choice(['error', 'empty'], '7', 'Body of a push’s 401.'),
  access_token_error_code: errorCode(
    'invalid_token',
    'RFC 6750 section 3.1',
    'The error code of an access token that is refused.',
  ),
  push_www_authenticate: flag(
    true,
    'RFC 6750 section 3',
    'Whether a push’s 401 has a WWW-Authenticate.',
  ),
  push_success_status: successStatus(200, '4.3', 'Status of a push that succeeded.'),
  validation_status: failureStatus(
    422,
    '7',
    'Status for answers, or a body, that are not as they should be.',
  ),
  id_mismatch_status: failureStatus(
    422,
    '7',
    'Status where the id in the body is not the one in the path.',
  ),
  unknown_packet_status: failureStatus(404, '7', 'Status for a packet that does not exist.'),
  foreign_packet_status: failureStatus(
    403,
    '4.3 rule 2',
    'Status for a packet that another client created, or none.',
  ),
  foreign_packet_shape: errorShape(
    'errors',
    '7',
    'Shape of the error for a packet that another client created.',
  ),
  unknown_questions: choice(
    ['refuse', 'accept'],
    '4.3',
    'Whether a push may answer a question that the packet does not have. accept: the answer is saved.',
  ),
  endlink_answers: choice(
    ['refuse', 'accept'],
    '2.4',
    'Whether a push may answer the endlink question of a packet. accept: the answer is saved.',
  ),
  outcome_after_push: choice(
    ['counts', 'refused'],
    '3.1',
    'What an outcome does after a push. counts: it decides. refused: the push has published and paid the packet.',
  ),
  status: word('published', '2.3', 'The status of a sellers packet after a push.'),
  autosell_setting: word(
    'enabled_for_any_price',
    '2.3',
    'The autosell_setting of a sellers packet.',
  ),
  beneficiary_account_id: nullableText(
    null,
    '2.3',
    'The beneficiary_account_id of a sellers packet.',
  ),
  omitted_questions: choice(
    ['keep', 'clear'],
    '2.4',
    'What becomes of the answers that a later push leaves out.',
  ),
  content_type_status: failureStatus(
    415,
    '4.2 4.3',
    'Status of a token request or a push whose content is not called application/json.',
  ),
  oauth_cors: flag(
    false,
    '4.2 4.3',
    'Whether pages of other origins may call the token and the push endpoint.',
  ),
} satisfies { [Name in keyof OAuthBehaviour]: Switch<OAuthBehaviour[Name]> };
