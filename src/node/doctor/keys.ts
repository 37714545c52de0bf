import { createSealer, keyIdOf } from '../../bff/grants/seal.ts';
import type { Grant, SealingKey, Store } from '../../bff/index.ts';
import { pagesOfGrants } from '../../bff/reseal.ts';
import type { Check } from './check.ts';
import { failed, ok } from './check.ts';
import { answered } from './store.ts';

/** How many grants a key has sealed, and one of them. */
interface Sealed {
  count: number;
  example: Grant;
}

/** Whether the key ring opens what is stored: each grant's key is looked up, and one of each is opened. */
export const keyRing: Check = {
  id: 'key-ring',
  group: 'Store',
  title: 'Key ring',
  needs: ['store'],
  async look({ settings: { bff }, connections }) {
    const sealed = new Map<string, Sealed>();
    const store: Pick<Store, 'grants'> = {
      grants: (afterId, limit) =>
        answered(connections, async (opened) => opened.grants(afterId, limit)),
    };
    for await (const page of pagesOfGrants(store)) {
      for (const grant of page) {
        const id = keyIdOf(grant.sealed) ?? '(none)';
        const { count = 0, example = grant } = sealed.get(id) ?? {};
        sealed.set(id, { count: count + 1, example });
      }
    }
    if (!sealed.size) return ok('No grant is kept yet.');
    const saw = Array.from(sealed, ([id, { count }]) => `key ${id} has sealed ${grants(count)}`);
    const problems = await problemsOf(sealed, bff.keys, bff.deploymentId);
    const sentence = `${saw.join(', ')}.`.replace(/^k/, 'K');
    return problems.length
      ? failed(sentence, ...problems)
      : ok(sentence, ...hintsOf(sealed, bff.keys));
  },
};

async function problemsOf(
  sealed: ReadonlyMap<string, Sealed>,
  keys: readonly SealingKey[],
  deploymentId: string | undefined,
): Promise<string[]> {
  const sealer = createSealer(keys, { deploymentId });
  const problems: string[] = [];
  for (const [id, { example }] of sealed) {
    if (!keys.some((key) => key.id === id)) {
      problems.push(
        `Key ${id} is not in VAULTLINK_KEYS: put it back, at the end. Without it these users have to connect again.`,
      );
    } else if (!(await opens(sealer.open(example.sealed, example.id)))) {
      problems.push(
        `What key ${id} has sealed does not open: the key or VAULTLINK_DEPLOYMENT_ID is not what it was.`,
      );
    }
  }
  return problems;
}

const opens = (opened: Promise<string>) =>
  opened.then(
    () => true,
    () => false,
  );

/** What can be tidied up. */
function hintsOf(sealed: ReadonlyMap<string, Sealed>, keys: readonly SealingKey[]): string[] {
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
