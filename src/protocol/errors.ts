/**
 * Every way in which Vaultlink says no. The same codes travel on the wire between a page and the backend for the front end, and stand in
 * {@link VaultError.code}.
 */
export const VAULT_ERROR_CODES = [
  'invalid_request',
  'state_mismatch',
  'state_expired',
  'state_missing',
  'access_denied',
  'forbidden_origin',
  'subject_missing',
  'subject_mismatch',
  'not_connected',
  'not_found',
  'method_not_allowed',
  'reconnect_required',
  'too_large',
  'validation_failed',
  'rate_limited',
  'outcome_rejected',
  'outcome_locked',
  'outcome_unknown',
  'service_error',
  'service_unreachable',
  'store_unavailable',
  'configuration_error',
] as const;

/** One of {@link VAULT_ERROR_CODES}. */
export type VaultErrorCode = (typeof VAULT_ERROR_CODES)[number];

/** A {@link VaultError} that crosses a boundary: the shape of the interface's own errors, with our code. */
export interface VaultErrorData {
  error: VaultErrorCode;
  error_description: string;
  /** The service's own sentences, such as why answers were refused. @see interface §7 */
  messages?: string[];
}

/** Details of an error, beside its code and sentence. */
export interface VaultErrorDetails {
  /** HTTP status of the answer, where there was one. */
  status?: number;
  /** The service's own sentences. @see interface §7 */
  messages?: string[];
  /** After how many seconds to try again, where the answer says so. */
  retryAfterSeconds?: number | undefined;
}

/** The only error that Vaultlink throws on purpose. Its text never holds a token, a code, a verifier or a secret. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
  readonly code: VaultErrorCode;
  /** HTTP status of the answer; `undefined` where none was read. */
  readonly status: number | undefined;
  readonly messages: string[];
  /** After how many seconds to try again; `undefined` where nothing says so. */
  readonly retryAfterSeconds: number | undefined;

  /**
   * @param code one of the closed set
   * @param message a sentence for a person
   * @param details what else is known; default: nothing
   */
  constructor(
    code: VaultErrorCode,
    message: string,
    { status, messages = [], retryAfterSeconds }: VaultErrorDetails = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.messages = messages;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The error as data, ready to be sent: no stack, no cause. */
  toJSON(): VaultErrorData {
    const data: VaultErrorData = { error: this.code, error_description: this.message };
    return this.messages.length ? { ...data, messages: this.messages } : data;
  }
}

/** Returns whether `value` is a {@link VaultError}, from this copy of the package or from another on the same page. */
export function isVaultError(value: unknown): value is VaultError {
  if (!(value instanceof Error) || value.name !== 'VaultError') return false;
  return VAULT_ERROR_CODES.includes((value as { code?: unknown }).code as VaultErrorCode);
}

/**
 * The error behind a reply of the service that is not 2xx, whichever of its two shapes the body has.
 *
 * @param status HTTP status of the reply
 * @param body the parsed JSON, or anything else when there was none
 * @see interface §7
 */
export function fromReply(status: number, body: unknown): VaultError {
  const { error_description: description, errors } = (body ?? {}) as Record<string, unknown>;
  const base = (errors as { base?: unknown } | null | undefined)?.base;
  const messages = Array.isArray(base)
    ? base.filter((message): message is string => typeof message === 'string')
    : typeof description === 'string'
      ? [description]
      : [];
  const sentence = messages.join(' ') || `The service answered with status ${String(status)}.`;
  return new VaultError(codeOf(status), sentence, { status, messages });
}

/** Returns the code for a status. 408 and 425 are no refusals: the request did not arrive in time, or came too early, so the service has not read it. */
function codeOf(status: number): VaultErrorCode {
  if (status === 401) return 'not_connected';
  if (status === 408) return 'service_unreachable';
  if (status === 425 || status === 429) return 'rate_limited';
  if (status >= 400 && status < 500) return 'validation_failed';
  return 'service_error';
}
