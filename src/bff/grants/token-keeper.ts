import type { VaultEvent } from '../options.ts';
import type { ReceivedTokens, TokenEndpoint } from '../service/oauth.ts';
import type { Sealer } from './seal.ts';
import type { Grant, Store } from './store.ts';

/** What a {@link TokenKeeper} works with. */
export interface TokenKeeperOptions {
  store: Store;
  sealer: Sealer;
  tokens: Pick<TokenEndpoint, 'refresh'>;
  /** Real time in milliseconds since 1970. */
  now: () => number;
  onEvent: (event: VaultEvent) => void;
}

/** Keeps the token pairs of grants, and renews them. */
export interface TokenKeeper {
  /** A grant for tokens that were just received: sealed, with an id of its own. Whoever asks for it keeps it, with `Store.connect`. */
  newGrant(user: { subject: string; response: ReceivedTokens }): Promise<Grant>;
  /**
   * Calls `use` with an access token of the grant, renewed where it has to be.
   *
   * @param grant as just read from the store, or its id
   * @param isUnauthorized whether `use` failed because the service did not take the token: `use` is then called once more with another one
   * @throws VaultError `not_connected` (there is no such grant), `reconnect_required` (it is dead), whatever a refresh can fail with, and what
   *   `use` throws
   */
  withAccessToken<T>(
    grant: Grant | string,
    use: (accessToken: string) => Promise<T>,
    isUnauthorized: (error: unknown) => boolean,
  ): Promise<T>;
  /** Waits until no refresh is under way and each pair that came is saved. */
  drain(): Promise<void>;
}

/** Keeps what `store` holds. */
export function createTokenKeeper(options: TokenKeeperOptions): TokenKeeper {

  throw new Error("Not yet.");
}
