import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLanding } from '../../src/protocol/index.ts';

describe('readLanding', () => {
  for (const [kind, token, queries] of [
    ['an umlaut', 'schlüssel', ['?schl%C3%BCssel=abc', '?schlüssel=abc', '?schl%c3%bcssel=abc']],
    ['brackets', 'tok[]', ['?tok[]=abc', '?tok%5B%5D=abc', '?tok%5B]=abc']],
    ['a space', 'my token', ['?my%20token=abc', '?my+token=abc']],
    ['a quote', `o'"neill`, [`?o'%22neill=abc`, '?o%27%22neill=abc']],
    ['a lone percent sign', '100%', ['?100%=abc', '?100%25=abc']],
    ['percent signs of its own', 'tok%5B%5D', ['?tok%5B%5D=abc']],
  ] as const) {
    it(`finds a name with ${kind}, however it is encoded`, () => {
      for (const query of queries) {
        const { token: value, rest } = readLanding(`/s${query}&a=1#b`, { token, sellerId: 'who' });
        assert.deepEqual([value, rest], ['abc', '/s?a=1#b'], query);
      }
    });
  }
});
