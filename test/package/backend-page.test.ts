import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import * as bounds from '../../src/bff/config/bounds.ts';
import type { Bounds } from '../../src/bff/config/bounds.ts';

const page = readFileSync('docs/backend.md', 'utf8');

/** The names of the fields of an exported interface, as its source has them. */
function fieldsOf(path: string, name: string): string[] {
  const [, body = ''] = readFileSync(path, 'utf8').split(`export interface ${name} {`);
  const [fields = ''] = body.split('\n}');
  return [...fields.matchAll(/^ {2}(\w+)\??:/gm)].map(([, field]) => field ?? '');
}

describe('The page about the backend', () => {
  for (const [path, name, prefix] of [
    ['src/bff/config/bff-options.ts', 'VaultBffOptions', ''],
    ['src/bff/config/bff-options.ts', 'ServiceOptions', 'service.'],
    ['src/bff/config/bff-options.ts', 'ClientOptions', 'client.'],
    ['src/bff/config/bff-options.ts', 'AnonymousCallsOptions', 'anonymousCalls.'],
    ['src/bff/push/push-many-options.ts', 'PushManyOptions', ''],
  ] as const) {
    it(`names every one of ${name}`, () => {
      const fields = fieldsOf(path, name).filter(
        (one) => !/^(service|client|anonymousCalls)$/.test(one),
      );
      assert.ok(fields.length >= 2);
      for (const field of fields) assert.ok(page.includes(`| \`${prefix}${field}\` `), field);
    });
  }

  const numbers: Record<string, Bounds> = {
    'service.timeoutMs': bounds.TIMEOUT_MS,
    'service.tokenTimeoutMs': bounds.TOKEN_TIMEOUT_MS,
    'anonymousCalls.perAddressPerMinute': bounds.CALLS_PER_ADDRESS_PER_MINUTE,
    'anonymousCalls.inAllPerMinute': bounds.CALLS_IN_ALL_PER_MINUTE,
    sessionLifetimeSeconds: bounds.SESSION_LIFETIME_SECONDS,
    grantLifetimeDays: bounds.GRANT_LIFETIME_DAYS,
  };
  for (const [name, { byDefault, most }] of Object.entries(numbers)) {
    it(`gives the default and the limit of ${name} as the code has them`, () => {
      const [, cell = ''] = page.split(`| \`${name}\` `)[1]?.split('|') ?? [];
      assert.ok(cell.includes(byDefault.toLocaleString('en')), cell);
      if (most !== undefined)
        assert.ok(cell.includes(`at most ${most.toLocaleString('en')}`), cell);
    });
  }

  it('gives the default of every number that has bounds', () => {
    assert.equal(Object.keys(numbers).length, Object.keys(bounds).length);
  });
});
