import { problemsOfKeys, sealsByKey } from '../../bff/grants/key-ring.ts';
import type { SealsOfKey } from '../../bff/grants/key-ring.ts';
import { createSealer } from '../../bff/grants/seal.ts';
import type { SealingKey, Store } from '../../bff/index.ts';
import { pagesOfGrants } from '../../bff/grants/reseal.ts';
import type { Check } from './check.ts';
import { failed, ok } from './check.ts';
import { answered } from './store-check.ts';

/** Whether the key ring opens what is stored: each grant's key is looked up, and some of each are opened. */
export const keyRing: Check = {
  id: 'key-ring',
  group: 'Store',
  title: 'Key ring',
  needs: ['store'],
  async look({ settings: { bff }, connections }) {
    const store: Pick<Store, 'grants'> = {
      grants: (afterId, limit) =>
        answered(connections, async (opened) => opened.grants(afterId, limit)),
    };
    const { keys, deploymentId } = bff;
    const sealed = await sealsByKey(pagesOfGrants(store), createSealer(keys, { deploymentId }));
    if (!sealed.size) return ok('No grant is kept yet.');
    const saw = Array.from(sealed, ([id, seals]) => `key ${id} has sealed ${grants(seals.grants)}`);
    const problems = problemsOfKeys(sealed, keys);
    const sentence = `${saw.join(', ')}.`.replace(/^k/, 'K');
    return problems.length ? failed(sentence, ...problems) : ok(sentence, ...hintsOf(sealed, keys));
  },
};

/** What can be tidied up. */
function hintsOf(sealed: ReadonlyMap<string, SealsOfKey>, keys: readonly SealingKey[]): string[] {
  const older = keys.slice(1).map(({ id }) => id);
  const used = older.filter((id) => sealed.has(id));
  const unused = older.filter((id) => !sealed.has(id));
  return [
    ...(used.length
      ? [`"vaultlink reseal" seals with the first key what ${used.join(', ')} has sealed.`]
      : []),
    ...(unused.length
      ? [`Unless it is new: key ${unused.join(', ')} seals nothing. See "vaultlink reseal --help".`]
      : []),
  ];
}

const grants = (count: number) =>
  count === 1 ? '1 grant' : `${count.toLocaleString('en')} grants`;
