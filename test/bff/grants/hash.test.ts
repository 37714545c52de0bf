import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashOf, randomId } from '../../../src/bff/grants/hash.ts';

describe('a hash', () => {
  it('is SHA-256 in base64url, the second time too', async () => {
    const abc = 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0';
    assert.equal(await hashOf('abc'), abc);
    assert.equal(await hashOf('abc'), abc);
  });

  it('is right for thousands of texts, and for long ones', async () => {
    const texts = Array.from({ length: 2500 }, (_, index) => `text ${index}`);
    const first = await Promise.all(texts.map(hashOf));
    assert.equal(new Set(first).size, 2500);
    assert.deepEqual(await Promise.all(texts.map(hashOf)), first);
    assert.notEqual(await hashOf('a'.repeat(1000)), await hashOf('a'.repeat(1001)));
  });
});

describe('a random id', () => {
  it('is 32 bytes in base64url, each time others', () => {
    const ids = Array.from({ length: 100 }, randomId);
    assert.ok(ids.every((id) => /^[\w-]{43}$/.test(id)));
    assert.equal(new Set(ids).size, 100);
  });
});
