/** Measures the cost of sealing and opening a short text, with the cipher of Node and with that of Web Crypto. */
import { createCipher, createWebCipher } from '../../src/bff/grants/cipher.ts';
import { median } from './compare.ts';

const ROUNDS = 15;
const TEXTS = 2000;
const bytes = (text: string) => new TextEncoder().encode(text);
const [text, key, nonce, data] = ['t'.repeat(150), 'k'.repeat(32), 'n'.repeat(12), 'context'].map(
  bytes,
) as [
  Uint8Array<ArrayBuffer>,
  Uint8Array<ArrayBuffer>,
  Uint8Array<ArrayBuffer>,
  Uint8Array<ArrayBuffer>,
];

const ciphers = { Node: createCipher(key), 'Web Crypto': createWebCipher(key) };
const costs: Record<string, number[]> = { Node: [], 'Web Crypto': [] };
for (let round = -2; round < ROUNDS; round += 1) {
  for (const [name, cipher] of Object.entries(ciphers)) {
    const before = process.cpuUsage();
    for (let index = 0; index < TEXTS; index += 1) {
      const sealed = await cipher.encrypt(text, nonce, data);
      await cipher.decrypt(new Uint8Array(sealed), nonce, data);
    }
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) costs[name]?.push((user + system) / TEXTS);
  }
}
for (const [name, all] of Object.entries(costs))
  console.log(
    `  ${name.padEnd(12)} ${median(all).toFixed(1).padStart(6)} µs to seal and open a text`,
  );
