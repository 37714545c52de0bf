import { memoryStore } from '../../../src/bff/stores/memory.ts';
import { storeSuite } from './store-suite.ts';

storeSuite('the memory store', (now) => {
  const store = memoryStore({ now });
  return { store, again: () => store };
});
