import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const page = readFileSync('docs/backend.md', 'utf8');

/** The names of the fields of an exported interface, as its source has them. */
function fieldsOf(path: string, name: string): string[] {
  const [, body = ''] = readFileSync(path, 'utf8').split(`export interface ${name} {`);
  const [fields = ''] = body.split('\n}');
  return [...fields.matchAll(/^ {2}(\w+)\??:/gm)].map(([, field]) => field ?? '');
}

describe('The page about the backend', () => {
  for (const [path, name, prefix] of [
    ['src/bff/options.ts', 'VaultBffOptions', ''],
    ['src/bff/options.ts', 'ServiceOptions', 'service.'],
    ['src/bff/options.ts', 'ClientOptions', 'client.'],
    ['src/bff/options.ts', 'AnonymousCallsOptions', 'anonymousCalls.'],
    ['src/bff/bulk/options.ts', 'PushManyOptions', ''],
  ] as const) {
    it(`names every one of ${name}`, () => {
      const fields = fieldsOf(path, name).filter(
        (one) => !/^(service|client|anonymousCalls)$/.test(one),
      );
      assert.ok(fields.length >= 2);
      for (const field of fields) assert.ok(page.includes(`| \`${prefix}${field}\` `), field);
    });
  }
});
