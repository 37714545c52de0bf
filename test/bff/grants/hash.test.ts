import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hashInScript, hashOf, randomId } from '../../../src/bff/grants/hash.ts';
import { tries } from '../../support/fuzz.ts';

/** The same through Web Crypto and Node's own base64url. */
async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(bytes).toString('base64url');
}

for (const [name, hash] of [
  ['hashOf', hashOf],
  ['the hash of platforms without Node', hashInScript],
] as const) {
  describe(name, () => {
    it('returns SHA-256 in base64url without waiting', () => {
      assert.equal(hash('abc'), 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
      assert.equal(hash(''), '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU');
    });

    it('returns what Web Crypto returns for any text', async () => {
      // Every code unit, halves of a pair among them: each is one text that a header or a cookie may bring.
      const text = fc.string({ unit: 'binary', maxLength: 300 });
      const codeUnits = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 });
      const any = fc.oneof(
        text,
        codeUnits.map((units) => String.fromCharCode(...units)),
      );
      await fc.assert(
        fc.asyncProperty(any, async (one) => assert.equal(hash(one), await digestOf(one))),
        tries(300),
      );
    });

    it('returns what Web Crypto returns around every border of a block', async () => {
      for (let length = 0; length <= 260; length += 1) {
        const text = 'é'.repeat(length >> 1) + 'a'.repeat(length & 1);
        assert.equal(hash(text), await digestOf(text), `${length} bytes`);
      }
    });
  });
}

describe('a random id', () => {
  it('is 32 bytes in base64url, each time others', () => {
    const ids = Array.from({ length: 100 }, randomId);
    assert.ok(ids.every((id) => /^[\w-]{43}$/.test(id)));
    assert.equal(new Set(ids).size, 100);
  });
});
