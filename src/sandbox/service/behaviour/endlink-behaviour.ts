import { z } from 'zod/v4';
import { errorShape, failureStatus, successStatus } from './switch-values.ts';
import type { ErrorShape } from './switch-values.ts';

/** What the interface leaves open about endlinks. */
export interface EndlinkBehaviour {
  /** Whether pages of other origins may read what the API form answers. Default: `true`. @see interface §4.4 */
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
  /** What an accepted `.html` form shows the seller: a page, or the console. Default: `page`. @see interface §4.4 rule 2 */
  html_answer: 'page' | 'redirect';
  /**
   * Whether HEAD spends the token as GET does. Default: `true`, the worst case. Otherwise it answers as GET would and changes nothing.
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
   * Whether a parameter that no variable asks for is still appended when another variable is used. Default: `true`.
   *
   * @see interface §2.5
   */
  append_unrenamed: boolean;
  /** Whether another click gives a fresh token, or the same one while that is valid. Default: `fresh`. @see interface §2.5 */
  reissue: 'fresh' | 'same';
  /** What tokens are made of. Default: `base64url`. @see interface §2.5 */
  token_alphabet: 'base64url' | 'base64';
}

/** How endlinks behave unless told otherwise. */
export const DEFAULT_ENDLINK_BEHAVIOUR: Readonly<EndlinkBehaviour> = {
  cors: true,
  success_status: 200,
  success_body: 'json',
  missing_token_status: 422,
  unknown_token_status: 401,
  unknown_token_shape: 'error',
  used_token_status: 422,
  used_token_shape: 'errors',
  expired_token_status: 422,
  expired_token_shape: 'errors',
  decided_packet_status: 422,
  token_error_code: 'invalid_token',
  html_answer: 'page',
  head_consumes: true,
  prefetch_consumes: true,
  seller_id_variable: 'seller_id',
  interaction_id_variable: 'interaction_id',
  append_unrenamed: true,
  reissue: 'fresh',
  token_alphabet: 'base64url',
};

const variable = z.string().regex(/^\w+$/, 'must be letters, digits and underscores');

/** The same as zod has it. */
export const endlinkSwitches = {
  cors: z.boolean(),
  success_status: successStatus,
  success_body: z.enum(['json', 'empty']),
  missing_token_status: failureStatus,
  unknown_token_status: failureStatus,
  unknown_token_shape: errorShape,
  used_token_status: failureStatus,
  used_token_shape: errorShape,
  expired_token_status: failureStatus,
  expired_token_shape: errorShape,
  decided_packet_status: failureStatus,
  token_error_code: z.string().min(1),
  html_answer: z.enum(['page', 'redirect']),
  head_consumes: z.boolean(),
  prefetch_consumes: z.boolean(),
  seller_id_variable: variable,
  interaction_id_variable: variable,
  append_unrenamed: z.boolean(),
  reissue: z.enum(['fresh', 'same']),
  token_alphabet: z.enum(['base64url', 'base64']),
} satisfies { [Name in keyof EndlinkBehaviour]: z.ZodType<EndlinkBehaviour[Name]> };
