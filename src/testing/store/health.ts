import { ok } from './expect.ts';
import type { Contract } from './samples.ts';

/** The contract of `StoreHealth`. */
export const health: Contract = {
  async 'answers a ping'({ store }) {
    await store.ping();
  },

  async 'returns sentences about risks of data loss'({ store }) {
    const sentences = await store.durability();
    ok(sentences.every((sentence) => sentence.length > 0));
  },
};
