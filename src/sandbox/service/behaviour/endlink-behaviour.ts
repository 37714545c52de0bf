import {
  choice,
  errorCode,
  errorShape,
  failureStatus,
  flag,
  successStatus,
  variable,
} from './switch-values.ts';
import type { ErrorShape, Switch } from './switch-values.ts';

/** Switches for what the interface leaves open about endlinks. */
export interface EndlinkBehaviour {
  /** Lets pages of other origins read the responses of the API form. Default: `true`. @see interface §4.4 */
  cors: boolean;
  /** Status of an accepted outcome, 200 to 299. Default: `200`. @see interface §4.4 rule 1 */
  success_status: number;
  /** Body of an accepted outcome in the API form. Default: `json`. @see interface §4 */
  success_body: 'json' | 'empty';
  /** Status when the token parameter is missing. Default: `422`. @see interface §7 */
  missing_token_status: number;
  /** Status for a token that was never issued. Default: `401`. @see interface §7 */
  unknown_token_status: number;
  /** Shape of that error: `{error, error_description}` or `{errors: {base}}`. Default: `error`. @see interface §7 */
  unknown_token_shape: ErrorShape;
  /** Status for a token that was used before. Default: `422`. @see interface §7 */
  used_token_status: number;
  /** Shape of that error. Default: `errors`. @see interface §7 */
  used_token_shape: ErrorShape;
  /** Status for a token older than one hour. Default: `422`. @see interface §7 */
  expired_token_status: number;
  /** Shape of that error. Default: `errors`. @see interface §7 */
  expired_token_shape: ErrorShape;
  /** Status for a fresh token of a packet that another token has decided. Default: `422`. @see interface §3.1 */
  decided_packet_status: number;
  /** The error code wherever the shape is `{error, error_description}`. Default: `invalid_token`. @see interface §7 */
  token_error_code: string;
  /** Response of an accepted `.html` form: a page, or a redirect to the console. Default: `page`. @see interface §4.4 rule 2 */
  html_answer: 'page' | 'redirect';
  /**
   * Lets HEAD consume the token as GET does. Default: `true`, the worst case. If `false`, HEAD answers as GET would and changes nothing.
   *
   * @see interface §4.4
   */
  head_consumes: boolean;
  /** The same for a GET with `Sec-Purpose: prefetch`. Default: `true`, the worst case. @see interface §4.4 */
  prefetch_consumes: boolean;
  /** Name of the variable that yields the seller id. Default: `seller_id`. @see interface §2.5 */
  seller_id_variable: string;
  /** Name of the variable that yields the id of the interaction. Default: `interaction_id`. @see interface §2.5 */
  interaction_id_variable: string;
  /**
   * Appends the parameters that no variable asks for even if another variable is used. Default: `true`.
   *
   * @see interface §2.5
   */
  append_unrenamed: boolean;
  /** Token of another click: a fresh one, or the same one while it is valid. Default: `fresh`. @see interface §2.5 */
  reissue: 'fresh' | 'same';
  /**
   * Lets a seller open a packet that has been decided. Its new token can never count. Default: `false`: it has left the list, or is paid.
   *
   * @see interface §3.1
   */
  reopen_decided: boolean;
  /** Alphabet of tokens. Default: `base64url`. @see interface §2.5 */
  token_alphabet: 'base64url' | 'base64';
}

/** Default, section and meaning of each switch, for the console and `GET /sandbox/behaviour`. */
export const endlinkSwitches = {
  cors: flag(true, '4.4', 'Whether pages of other origins may read what the API form answers.'),
  success_status: successStatus(200, '4.4 rule 1', 'Status of an accepted outcome, 200 to 299.'),
  success_body: choice(['json', 'empty'], '4', 'Body of an accepted outcome in the API form.'),
  missing_token_status: failureStatus(422, '7', 'Status when the token parameter is missing.'),
  unknown_token_status: failureStatus(401, '7', 'Status for a token that was never issued.'),
  unknown_token_shape: errorShape(
    'error',
    '7',
    'Shape of the error for a token that was never issued: {error, error_description} or {errors: {base}}.',
  ),
  used_token_status: failureStatus(422, '7', 'Status for a token that was used before.'),
  used_token_shape: errorShape(
    'errors',
    '7',
    'Shape of the error for a token that was used before.',
  ),
  expired_token_status: failureStatus(422, '7', 'Status for a token older than one hour.'),
  expired_token_shape: errorShape(
    'errors',
    '7',
    'Shape of the error for a token older than one hour.',
  ),
  decided_packet_status: failureStatus(
    422,
    '3.1',
    'Status for a fresh token of a packet that another token has decided.',
  ),
  token_error_code: errorCode(
    'invalid_token',
    '7',
    'The error code wherever the shape is {error, error_description}.',
  ),
  html_answer: choice(
    ['page', 'redirect'],
    '4.4 rule 2',
    'What an accepted .html form shows the seller: a page, or the console.',
  ),
  head_consumes: flag(
    true,
    '4.4',
    'Whether HEAD spends the token as GET does. Otherwise it answers as GET would and changes nothing.',
  ),
  prefetch_consumes: flag(
    true,
    '4.4',
    'Whether a GET with Sec-Purpose: prefetch spends the token. Otherwise it changes nothing.',
  ),
  seller_id_variable: variable(
    'seller_id',
    '2.5',
    'Name of the variable that yields the seller id.',
  ),
  interaction_id_variable: variable(
    'interaction_id',
    '2.5',
    'Name of the variable that yields the id of the interaction.',
  ),
  append_unrenamed: flag(
    true,
    '2.5',
    'Whether a parameter that no variable asks for is still appended when another variable is used.',
  ),
  reissue: choice(
    ['fresh', 'same'],
    '2.5',
    'Whether another click gives a fresh token, or the same one while that is valid.',
  ),
  reopen_decided: flag(
    false,
    '3.1',
    'Whether a seller can open a packet that has been decided. Its new token can never count.',
  ),
  token_alphabet: choice(['base64url', 'base64'], '2.5', 'What tokens are made of.'),
} satisfies { [Name in keyof EndlinkBehaviour]: Switch<EndlinkBehaviour[Name]> };
