import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCipher, createWebCipher } from '../../../src/bff/grants/cipher.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const KEY = bytes('k'.repeat(32));
const NONCE = bytes('n'.repeat(12));

describe('the cipher of Node and that of Web Crypto', () => {
  for (const text of ['', 'a', 'ä'.repeat(1000)]) {
    it(`open what the other has sealed: ${text.length} characters`, async () => {
      const [one, other] = [createCipher(KEY), createWebCipher(KEY)];
      const data = bytes('context');
      const sealed = new Uint8Array(await one.encrypt(bytes(text), NONCE, data));
      assert.deepEqual(sealed, await other.encrypt(bytes(text), NONCE, data));
      for (const cipher of [one, other])
        assert.deepEqual(new Uint8Array(await cipher.decrypt(sealed, NONCE, data)), bytes(text));
    });
  }

  for (const [name, cipher] of [
    ['Node', createCipher(KEY)],
    ['Web Crypto', createWebCipher(KEY)],
  ] as const) {
    it(`refuse what was changed, with another nonce or other data: ${name}`, async () => {
      const sealed = new Uint8Array(await cipher.encrypt(bytes('text'), NONCE, bytes('context')));
      const open = async (...parameters: Parameters<typeof cipher.decrypt>) =>
        cipher.decrypt(...parameters);
      await assert.rejects(open(sealed, NONCE, bytes('another')));
      await assert.rejects(open(sealed, bytes('m'.repeat(12)), bytes('context')));
      await assert.rejects(open(sealed.slice(1), NONCE, bytes('context')));
      await assert.rejects(open(sealed.slice(0, 10), NONCE, bytes('context')));
      await assert.rejects(
        open(
          sealed.map((byte) => byte ^ 1),
          NONCE,
          bytes('context'),
        ),
      );
    });
  }
});
