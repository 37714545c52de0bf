import type { VaultEvent } from '../config/bff-options.ts';
import type { ReceivedTokens, TokenEndpoint } from '../service/oauth.ts';
import type { UnderWay } from '../under-way.ts';
import { BoundedMap } from './bounded-map.ts';
import { randomId } from './hash.ts';
import { newPairOf } from './new-pair.ts';
import { createPairs } from './pairs.ts';
import { createRefresher } from './refresh.ts';
import type { Sealer } from './seal.ts';
import { sleep as runtimeSleep } from './sleep.ts';
import type { Sleep } from './sleep.ts';
import type { Grant, Store } from '../stores/store.ts';
import { reconnectRequired, usable } from './usable.ts';

/** The last tenth of an access token's life: it is renewed in the background, while it can still be used. */
const SOFT_WINDOW = 0.1;

/** After a refresh in the background has failed, the next one waits so long. */
const BACKGROUND_REST_MS = 30_000;

/** What a {@link TokenKeeper} works with. */
export interface TokenKeeperOptions {
  store: Store;
  sealer: Sealer;
  tokens: Pick<TokenEndpoint, 'refresh'>;
  underWay: Pick<UnderWay, 'add'>;
  /** Real time in milliseconds since 1970. */
  now: () => number;
  /** In milliseconds since any moment; never goes back. Default: `performance.now`. */
  elapsed?: (() => number) | undefined;
  onEvent: (event: VaultEvent) => void;
  /** Default: the timers of the runtime. */
  sleep?: Sleep | undefined;
}

/** Keeps the token pairs of grants, and renews them. */
export interface TokenKeeper {
  /** A grant for tokens that were just received: sealed, with an id of its own. Whoever asks for it keeps it, with `Store.connect`. */
  newGrant(user: { subject: string; response: ReceivedTokens }): Promise<Grant>;
  /**
   * @throws VaultError `configuration_error` where the pair of the grant does not open; the grant stays as it is, for the day on which its key is back
   */
  assertOpens(grant: Grant): Promise<void>;
  /**
   * Calls `use` with an access token of the grant, renewed where it has to be.
   *
   * @param grant as just read from the store, or its id
   * @param isUnauthorized whether `use` failed because the service did not take the token: `use` is then called once more with another one
   * @throws VaultError `not_connected` (there is no such grant), `reconnect_required` (it is dead, or not even a new token is taken), whatever a
   *   refresh can fail with, and what `use` throws
   */
  withAccessToken<T>(
    grant: Grant | string,
    use: (accessToken: string) => Promise<T>,
    isUnauthorized: (error: unknown) => boolean,
  ): Promise<T>;
}

/** Keeps what `store` holds. */
export function createTokenKeeper(options: TokenKeeperOptions): TokenKeeper {
  const { store, sealer, tokens, underWay, now, onEvent } = options;
  const { elapsed = () => performance.now(), sleep = runtimeSleep } = options;
  const pairs = createPairs(sealer);
  const refresher = createRefresher({ store, pairs, tokens, underWay, now, elapsed, tell, sleep });
  /** By grant: when it may be refreshed in the background again. */
  const restUntilMs = new BoundedMap<string, number>(2000);
  /** By grant: the version whose token was refused although it was new. To refresh it again would not help. */
  const refused = new BoundedMap<string, number>(2000);

  /** A listener that fails must not cost a pair of tokens. */
  function tell(event: VaultEvent): void {
    try {
      onEvent(event);
    } catch {
      // It is not ours to handle.
    }
  }

  const find = async (id: string) => usable(await store.findGrant(id));

  /** 1. While the access token is good it is used; in its last tenth one caller renews it, and nobody waits. */
  async function fresh(grant: Grant): Promise<Grant> {
    const { expiresAtMs, receivedAtMs } = usable(grant);
    const nowMs = now();
    if (nowMs >= expiresAtMs) return refresher.refresh(grant);
    const isSoft = nowMs >= expiresAtMs - SOFT_WINDOW * (expiresAtMs - receivedAtMs);
    if (isSoft && nowMs >= (restUntilMs.get(grant.id) ?? 0)) {
      restUntilMs.set(grant.id, nowMs + BACKGROUND_REST_MS);
      // Whoever comes when the token has ended meets the same error, and is told.
      refresher.refresh(grant).catch(() => undefined);
    }
    return grant;
  }

  /** 10. The service does not take this token: the stored one, where it is another by now; else a new one. */
  async function afterUnauthorized(grant: Grant): Promise<Grant> {
    const stored = await find(grant.id);
    if (stored.version !== grant.version) return fresh(stored);
    if (refused.get(grant.id) === grant.version) throw reconnectRequired();
    return refresher.refresh(stored);
  }

  return {
    async newGrant({ subject, response }) {
      const id = randomId();
      return { id, subject, version: 1, ...(await newPairOf(pairs, id, response)) };
    },

    async assertOpens(grant) {
      await pairs.open(grant);
    },

    async withAccessToken(grantOrId, use, isUnauthorized) {
      const found = typeof grantOrId === 'string' ? await find(grantOrId) : grantOrId;
      const first = await fresh(found);
      try {
        const result = await use((await pairs.open(first)).accessToken);
        if (refused.size) refused.delete(first.id);
        return result;
      } catch (error) {
        if (!isUnauthorized(error)) throw error;
      }
      const second = await afterUnauthorized(first);
      try {
        return await use((await pairs.open(second)).accessToken);
      } catch (error) {
        if (!isUnauthorized(error)) throw error;
        // The grant stays: a service that takes no token at all for a while must not end every connection there is.
        refused.set(second.id, second.version);
        throw reconnectRequired();
      }
    },
  };
}
