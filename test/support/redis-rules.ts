import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../docs/operation.md', import.meta.url), 'utf8');

/**
 * Returns the rules that docs/operation.md gives a user of Redis, as `ACL SETUSER` takes them.
 *
 * @throws where the page has none for that
 */
export function rulesInDocs(user: 'store' | 'queue'): string[] {
  const name = { store: 'vaultlink', queue: 'vaultlink-queue' }[user];
  const line = page.split('\n').find((one) => one.startsWith(`ACL SETUSER ${name} `));
  if (line === undefined) throw new Error(`docs/operation.md has no rules for ${name}.`);
  return line.split(' ').slice(3);
}
