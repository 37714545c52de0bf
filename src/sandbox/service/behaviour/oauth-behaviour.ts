import { z } from 'zod/v4';
import { errorShape, failureStatus, successStatus } from './switch-values.ts';
import type { ErrorShape } from './switch-values.ts';

/** How an instant is written: ISO 8601, or seconds or milliseconds since 1970, as a number or as text. */
export type InstantForm = 'iso' | 'seconds' | 'milliseconds' | 'seconds_text' | 'milliseconds_text';

/** What the interface leaves open about authorization, tokens and pushes. */
export interface OAuthBehaviour {
  /** Whether the authorization answer names its issuer in `iss`. Default: `false`. @see RFC 9207 */
  authorization_iss: boolean;
  /** For how long an authorization code can be exchanged. Default: `600`, the longest that the RFC advises. @see RFC 6749 section 4.1.2 */
  code_lifetime_seconds: number;
  /** Whether the second use of a code revokes what the first one gave. Default: `true`, as the RFC advises. @see RFC 6749 section 4.1.2 */
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
  /** Whether a 401 of the token endpoint has a `WWW-Authenticate`. Default: `false`. @see RFC 6749 section 5.2 */
  token_www_authenticate: boolean;
  /** When a refresh token that was used ends: at once, or when the new access token is first used. Default: `at_once`. @see interface §3.2 */
  refresh_revocation: 'at_once' | 'on_first_use';
  /** Whether a refresh ends the access token of before as well. Default: `false`. @see interface §3.2 */
  refresh_revokes_access_token: boolean;
  /** Whether the second use of a refresh token revokes what came of the first. Default: `false`. @see RFC 9700 section 4.14.2 */
  refresh_replay_revokes: boolean;
  /** Body of a push's 401. Default: `error`. @see interface §7 */
  unauthorized_body: 'error' | 'empty';
  /** The error code of an access token that is refused. Default: `invalid_token`. @see RFC 6750 section 3.1 */
  access_token_error_code: string;
  /** Whether a push's 401 has a `WWW-Authenticate`. Default: `true`. @see RFC 6750 section 3 */
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
   * What becomes of an answer to a question that the packet does not have. Default: `accept` (it is saved), since none of the four rules of a
   * push refuses it.
   *
   * @see interface §4.3
   */
  unknown_questions: 'accept' | 'refuse';
  /** What becomes of the answers that a later push leaves out. Default: `keep`. @see interface §2.4 */
  omitted_questions: 'keep' | 'clear';
  /** Status of a token request or a push whose content is not called `application/json`. Default: `415`. @see interface §4.2 §4.3 */
  content_type_status: number;
  /** Whether pages of other origins may call the token and the push endpoint. Default: `false`. @see interface §4.2 §4.3 */
  oauth_cors: boolean;
}

/** How authorization, tokens and pushes behave unless told otherwise. */
export const DEFAULT_OAUTH_BEHAVIOUR: Readonly<OAuthBehaviour> = {
  authorization_iss: false,
  code_lifetime_seconds: 600,
  code_replay_revokes: true,
  created_at_form: 'iso',
  expires_at_form: 'iso',
  token_success_status: 200,
  invalid_grant_status: 400,
  invalid_grant_code: 'invalid_grant',
  invalid_client_status: 401,
  invalid_request_status: 400,
  invalid_request_shape: 'error',
  token_www_authenticate: false,
  refresh_revocation: 'at_once',
  refresh_revokes_access_token: false,
  refresh_replay_revokes: false,
  unauthorized_body: 'error',
  access_token_error_code: 'invalid_token',
  push_www_authenticate: true,
  push_success_status: 200,
  validation_status: 422,
  id_mismatch_status: 422,
  unknown_packet_status: 404,
  foreign_packet_status: 403,
  foreign_packet_shape: 'errors',
  unknown_questions: 'accept',
  omitted_questions: 'keep',
  content_type_status: 415,
  oauth_cors: false,
};

const instantForm = z.enum(['iso', 'seconds', 'milliseconds', 'seconds_text', 'milliseconds_text']);
/** What RFC 6749 allows in a code. */
const errorCode = z.string().regex(/^[\w.:/-]+$/, 'must be a word');

/** The same as zod has it. */
export const oauthSwitches = {
  authorization_iss: z.boolean(),
  code_lifetime_seconds: z.number().positive(),
  code_replay_revokes: z.boolean(),
  created_at_form: instantForm,
  expires_at_form: instantForm,
  token_success_status: successStatus,
  invalid_grant_status: failureStatus,
  invalid_grant_code: errorCode,
  invalid_client_status: failureStatus,
  invalid_request_status: failureStatus,
  invalid_request_shape: errorShape,
  token_www_authenticate: z.boolean(),
  refresh_revocation: z.enum(['at_once', 'on_first_use']),
  refresh_revokes_access_token: z.boolean(),
  refresh_replay_revokes: z.boolean(),
  unauthorized_body: z.enum(['error', 'empty']),
  access_token_error_code: errorCode,
  push_www_authenticate: z.boolean(),
  push_success_status: successStatus,
  validation_status: failureStatus,
  id_mismatch_status: failureStatus,
  unknown_packet_status: failureStatus,
  foreign_packet_status: failureStatus,
  foreign_packet_shape: errorShape,
  unknown_questions: z.enum(['accept', 'refuse']),
  omitted_questions: z.enum(['keep', 'clear']),
  content_type_status: failureStatus,
  oauth_cors: z.boolean(),
} satisfies { [Name in keyof OAuthBehaviour]: z.ZodType<OAuthBehaviour[Name]> };
