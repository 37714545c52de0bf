import { memoryStore } from '../../../src/bff/grants/memory.ts';
import { storeSuite } from './store-suite.ts';

storeSuite('the memory store', (now) => {
  const store = memoryStore({ now });
  return { store, again: () => store };
});
