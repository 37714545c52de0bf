import { isVaultError } from '../../protocol/index.ts';
import type { VaultEvent } from '../events.ts';
import type { ReceivedTokens, TokenEndpoint } from '../service/oauth.ts';
import type { InFlightWork } from '../in-flight.ts';
import { BoundedMap } from '../bounded-map.ts';
import { randomId } from './hash.ts';
import { createPairs, newPairOf } from './pairs.ts';
import { createRefresher } from './refresh.ts';
import type { RefresherOptions } from './refresh.ts';
import type { Sealer } from './seal.ts';
import { sleep as runtimeSleep } from '../sleep.ts';
import type { Sleep } from '../sleep.ts';
import type { Grant, Grants } from '../stores/store.ts';
import { reconnectRequired, assertUsableGrant } from './usable-grant.ts';

/** Fraction of an access token's lifetime, at its end, in which it is refreshed in the background while it is still used. */
const BACKGROUND_WINDOW = 0.1;

/** Minimum time between two background refreshes of a grant. */
const BACKGROUND_INTERVAL_MS = 30_000;

/** Dependencies of a {@link TokenKeeper}. */
export interface TokenKeeperOptions {
  store: RefresherOptions['store'] & Pick<Grants, 'findGrantOfSubject'>;
  sealer: Sealer;
  tokens: Pick<TokenEndpoint, 'refresh'>;
  inFlight: Pick<InFlightWork, 'add'>;
  /** Real time in milliseconds since 1970. */
  now: () => number;
  /** Monotonic time in milliseconds. Default: `performance.now`. */
  monotonicNowMs?: (() => number) | undefined;
  onEvent: (event: VaultEvent) => void;
  /** Default: the timers of the runtime. */
  sleep?: Sleep | undefined;
}

/** Provides access tokens of grants, and refreshes them. */
export interface TokenKeeper {
  /** Creates a grant for received tokens: sealed, with a new id. The caller saves it with `Store.connect`. */
  newGrant(user: { subject: string; response: ReceivedTokens }): Promise<Grant>;
  /**
   * Calls `use` with an access token of the grant, and refreshes the token first if needed. If its user connects anew meanwhile, uses the new grant.
   *
   * @param grant as just read from the store, or its id
   * @param use is given the token and its grant
   * @param isUnauthorized whether `use` failed because the service refused the token; `use` is then called once more with another token
   * @throws VaultError `not_connected` (the grant does not exist), `reconnect_required` (the grant is dead, or even a new token is refused), errors
   *   of a refresh, and errors that `use` throws
   */
  withAccessToken<T>(
    grant: Grant | string,
    use: (accessToken: string, grant: Grant) => Promise<T>,
    isUnauthorized: (error: unknown) => boolean,
  ): Promise<T>;
}

/** Creates a {@link TokenKeeper} for the grants in `store`. */
export function createTokenKeeper(options: TokenKeeperOptions): TokenKeeper {
  const { store, sealer, tokens, inFlight, now, onEvent } = options;
  const { monotonicNowMs = () => performance.now(), sleep = runtimeSleep } = options;
  const pairs = createPairs(sealer);
  const refresher = createRefresher({
    store,
    pairs,
    tokens,
    inFlight,
    now,
    monotonicNowMs,
    emit,
    sleep,
  });
  /** Time of the next allowed background refresh, by grant id. */
  const nextBackgroundRefreshAtMs = new BoundedMap<string, number>(2000);
  /** Version whose new token was refused, by grant id. Refreshing it again would not help. */
  const refusedVersions = new BoundedMap<string, number>(2000);

  /** Ignores errors thrown by event listeners: they must not cost a token pair. */
  function emit(event: VaultEvent): void {
    try {
      onEvent(event);
    } catch {
      // Errors of a listener are the host's to handle.
    }
  }

  const findUsableGrant = async (id: string) => assertUsableGrant(await store.findGrant(id));

  /** 1. Returns a grant with a valid token. In the last tenth of the token's lifetime, one caller refreshes it in the background, and no caller waits. */
  async function ensureFreshToken(grant: Grant): Promise<Grant> {
    const { expiresAtMs, receivedAtMs } = assertUsableGrant(grant);
    const nowMs = now();
    if (nowMs >= expiresAtMs) return refresher.refresh(grant);
    const isExpiringSoon = nowMs >= expiresAtMs - BACKGROUND_WINDOW * (expiresAtMs - receivedAtMs);
    if (isExpiringSoon && nowMs >= (nextBackgroundRefreshAtMs.get(grant.id) ?? 0)) {
      nextBackgroundRefreshAtMs.set(grant.id, nowMs + BACKGROUND_INTERVAL_MS);
      // A caller after the expiry gets the same error.
      refresher.refresh(grant).catch(() => undefined);
    }
    return grant;
  }

  /** 10. The service refused this token. Uses the stored one if it is newer, else refreshes. */
  async function replaceRefusedToken(grant: Grant): Promise<Grant> {
    const stored = await findUsableGrant(grant.id);
    if (stored.version !== grant.version) return ensureFreshToken(stored);
    if (refusedVersions.get(grant.id) === grant.version) throw reconnectRequired();
    return refresher.refresh(stored);
  }

  /** Calls `use` with a token of one grant, and once more if the service refuses the token. */
  async function useToken<T>(
    grant: Grant,
    use: (accessToken: string, grant: Grant) => Promise<T>,
    isUnauthorized: (error: unknown) => boolean,
  ): Promise<T> {
    const first = await ensureFreshToken(grant);
    try {
      const result = await use((await pairs.open(first)).accessToken, first);
      if (refusedVersions.size) refusedVersions.delete(first.id);
      return result;
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
    }
    const second = await replaceRefusedToken(first);
    try {
      return await use((await pairs.open(second)).accessToken, second);
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      // Keep the grant: if the service refuses every token for a while, users must not lose their connections.
      refusedVersions.set(second.id, second.version);
      throw reconnectRequired();
    }
  }

  return {
    async newGrant({ subject, response }) {
      const id = randomId();
      return { id, subject, version: 1, ...(await newPairOf(pairs, id, response)) };
    },

    async withAccessToken(grantOrId, use, isUnauthorized) {
      let grant = typeof grantOrId === 'string' ? await findUsableGrant(grantOrId) : grantOrId;
      for (;;) {
        try {
          return await useToken(grant, use, isUnauthorized);
        } catch (error) {
          const isGone = isVaultError(error) && error.code === 'not_connected';
          const current = isGone && (await store.findGrantOfSubject(grant.subject));
          // The user has connected anew, which has replaced the grant. Nothing was pushed with it, or it was refused.
          if (!current || current.id === grant.id) throw error;
          grant = current;
        }
      }
    },
  };
}
