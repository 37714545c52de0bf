import { VaultError } from '../../protocol/index.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Sealer } from './seal.ts';
import type { Grant } from '../stores/store.ts';

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
