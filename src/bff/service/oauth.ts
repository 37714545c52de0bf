import type { TokenResponse, VaultError } from '../../protocol/index.ts';
import type { ClientOptions, ServiceOptions } from '../options.ts';

/** A pair of tokens, as it came. */
export interface ReceivedTokens {
  response: TokenResponse;
  /** By our clock, from which its lifetime counts. */
  receivedAtMs: number;
}

/** What the callback hands over for tokens. @see interface §4.2 */
export interface CodeExchange {
  code: string;
  codeVerifier: string;
  state: string;
  redirectUri: string;
}

/** How a refresh ended: which of its tokens counts now? */
export type RefreshAnswer =
  | { kind: 'tokens'; tokens: ReceivedTokens }
  /** Outside the interface, yet it brought a refresh token: the one that was sent is spent, and this one must not be lost. */
  | { kind: 'spent'; refreshToken: string; receivedAtMs: number; error: VaultError }
  /** `invalid_grant`: the refresh token that was sent does not count any more. */
  | { kind: 'refused'; error: VaultError }
  /** Nobody knows: no answer, half of one, or a 5xx. */
  | { kind: 'ambiguous'; error: VaultError }
  /** The service declined for another reason; the refresh token still counts. */
  | { kind: 'failed'; error: VaultError };

/** What a new authorization begins with. @see RFC 7636 section 4 */
export interface NewFlow {
  state: string;
  codeVerifier: string;
  codeChallenge: string;
}

/** The service's token endpoint. No error of it holds what was sent or received. */
export interface TokenEndpoint {
  /**
   * A code for a pair of tokens.
   *
   * @throws VaultError `reconnect_required` (the code does not count), `configuration_error`, `rate_limited`, `validation_failed`,
   *   `service_error`, `service_unreachable`
   * @see interface §4.2
   */
  exchange(exchange: CodeExchange): Promise<ReceivedTokens>;
  /** A refresh token for a new pair, sent once. Never throws a {@link VaultError}: the answer says what is to be done. @see interface §4.2 */
  refresh(refreshToken: string): Promise<RefreshAnswer>;
  /** State, code verifier and its S256 challenge. */
  newFlow(): Promise<NewFlow>;
}

/** @param now real time in milliseconds since 1970 */
export function createTokenEndpoint(
  service: ServiceOptions,
  client: ClientOptions,
  now: () => number,
): TokenEndpoint {

  throw new Error("Not yet.");
}
