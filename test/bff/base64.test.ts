import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromBase64, toBase64Url } from '../../src/bff/base64.ts';

describe('base64', () => {
  it('encodes bytes as base64url without padding, as Node does', () => {
    for (let length = 0; length < 70; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 83 + 251) % 256);
      assert.equal(toBase64Url(bytes), Buffer.from(bytes).toString('base64url'));
      assert.deepEqual(fromBase64(toBase64Url(bytes)), bytes);
    }
  });

  it('decodes base64 and base64url, with or without padding', () => {
    const bytes = Uint8Array.of(251, 255, 254, 1);
    for (const text of ['+//+AQ==', '+//+AQ', '-__-AQ==', '-__-AQ']) {
      assert.deepEqual(fromBase64(text), bytes);
    }
  });

  it('refuses text that is neither', () => {
    for (const text of ['a', '!', 'ä', 'AQ=']) assert.throws(() => fromBase64(text), text);
  });
});
