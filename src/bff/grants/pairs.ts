import { VaultError } from '../../protocol/index.ts';
import { BoundedMap } from './bounded-map.ts';
import type { Sealer } from './seal.ts';
import type { Grant } from '../stores/store.ts';

/** The two tokens of a grant, in the clear. */
interface Pair {
  accessToken: string;
  refreshToken: string;
}

/** Seals pairs and opens them. */
export interface Pairs {
  seal(pair: Pair, grantId: string): Promise<string>;
  /** @throws VaultError `configuration_error` where it does not open; see {@link Sealer.open} */
  open(grant: Pick<Grant, 'id' | 'sealed'>): Promise<Pair>;
}

/** Pairs that are sealed with the id of their grant. What was opened last stays open in memory, so that a push decrypts nothing. */
export function createPairs(sealer: Sealer): Pairs {
  /** By the id of the grant: its latest pair, and how that is sealed. */
  const opened = new BoundedMap<string, { sealed: string; pair: Pair }>(2000);

  return {
    seal: ({ accessToken, refreshToken }, grantId) =>
      sealer.seal(JSON.stringify([accessToken, refreshToken]), grantId),
    async open({ id, sealed }) {
      const known = opened.get(id);
      if (known?.sealed === sealed) return known.pair;
      const [accessToken, refreshToken] = JSON.parse(await sealer.open(sealed, id)) as string[];
      if (accessToken === undefined || refreshToken === undefined) {
        throw new VaultError('configuration_error', 'A grant holds something else than tokens.');
      }
      const pair = { accessToken, refreshToken };
      opened.set(id, { sealed, pair });
      return pair;
    },
  };
}
