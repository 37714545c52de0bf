import { lifetimeSecondsOf, VaultError } from '../../protocol/index.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { ReceivedTokens } from '../service/oauth.ts';
import type { Grant, NewPair } from '../stores/store.ts';
import type { Sealer } from './seal.ts';

/** Maximum lifetime of a token. A larger number could be an invalid date, which could not be saved. */
const MAX_LIFETIME_SECONDS = 365 * 86_400;

/** The two tokens of a grant in plain text. */
interface Pair {
  accessToken: string;
  refreshToken: string;
}

/** Seals and opens token pairs. */
export interface Pairs {
  seal(pair: Pair, grantId: string): Promise<string>;
  /** @throws VaultError `configuration_error` if the pair cannot be opened; see {@link Sealer.open} */
  open(grant: Pick<Grant, 'id' | 'sealed'>): Promise<Pair>;
}

/** Creates {@link Pairs} whose seals are bound to the id of the grant. Opened pairs are cached in memory, so that most pushes decrypt nothing. */
export function createPairs(sealer: Sealer): Pairs {
  /** The latest opened pair and its seal, by grant id. */
  const opened = new BoundedMap<string, { sealed: string; pair: Pair }>(2000);

  return {
    seal: ({ accessToken, refreshToken }, grantId) =>
      sealer.seal(JSON.stringify([accessToken, refreshToken]), grantId),
    async open({ id, sealed }) {
      const known = opened.get(id);
      if (known?.sealed === sealed) return known.pair;
      const [accessToken, refreshToken] = JSON.parse(await sealer.open(sealed, id)) as string[];
      if (accessToken === undefined || refreshToken === undefined) {
        throw new VaultError(
          'configuration_error',
          'A sealed grant does not contain a token pair.',
        );
      }
      const pair = { accessToken, refreshToken };
      opened.set(id, { sealed, pair });
      return pair;
    },
  };
}

/** Returns received tokens as a store keeps them: sealed, with the expiry counted from their receipt. */
export async function newPairOf(
  pairs: Pairs,
  grantId: string,
  { response, receivedAtMs }: ReceivedTokens,
): Promise<NewPair> {
  const { access_token: accessToken, refresh_token: refreshToken, scope } = response;
  const lifetimeSeconds = Math.min(lifetimeSecondsOf(response), MAX_LIFETIME_SECONDS);
  return {
    sealed: await pairs.seal({ accessToken, refreshToken }, grantId),
    expiresAtMs: Math.round(receivedAtMs + lifetimeSeconds * 1000),
    receivedAtMs,
    ...(scope && { scope }),
  };
}
