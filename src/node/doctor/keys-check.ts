import type { SealingKey, Store } from '../../bff/index.ts';
import { pagesOfGrants, problemsOfKeys, sealsByKey } from '../../bff/inspecting.ts';
import type { SealsOfKey } from '../../bff/inspecting.ts';
import { createSealer } from '../../bff/operating.ts';
import { failed, ok } from '../../findings/index.ts';
import type { Check } from './check.ts';
import { queryStore } from './store-check.ts';

/** Checks whether the key ring opens the stored grants. Looks up the key of every grant, and opens some grants of each key. */
export const keyRing: Check = {
  id: 'key-ring',
  group: 'Store',
  title: 'Key ring',
  needs: ['store'],
  async run({ settings: { bff }, connections }) {
    const store: Pick<Store, 'grants'> = {
      grants: (afterId, limit) =>
        queryStore(connections, async (opened) => opened.grants(afterId, limit)),
    };
    const { keys, deploymentId } = bff;
    const sealed = await sealsByKey(pagesOfGrants(store), createSealer(keys, { deploymentId }));
    if (!sealed.size) return ok('The store holds no grants yet.');
    const cause = Array.from(
      sealed,
      ([id, seals]) => `key ${id} has sealed ${grants(seals.grants)}`,
    );
    const problems = problemsOfKeys(sealed, keys);
    const sentence = `${cause.join(', ')}.`.replace(/^k/, 'K');
    return problems.length ? failed(sentence, ...problems) : ok(sentence, ...hintsOf(sealed, keys));
  },
};

/** Returns hints about keys that can be replaced or removed. */
function hintsOf(sealed: ReadonlyMap<string, SealsOfKey>, keys: readonly SealingKey[]): string[] {
  const older = keys.slice(1).map(({ id }) => id);
  const used = older.filter((id) => sealed.has(id));
  const unused = older.filter((id) => !sealed.has(id));
  return [
    ...(used.length
      ? [`Run "vaultlink reseal" to seal the grants of ${used.join(', ')} with the first key.`]
      : []),
    ...(unused.length
      ? [
          `No grant uses key ${unused.join(', ')}. Unless the key is new, you can remove it: see "vaultlink reseal --help".`,
        ]
      : []),
  ];
}

const grants = (count: number) =>
  count === 1 ? '1 grant' : `${count.toLocaleString('en')} grants`;
