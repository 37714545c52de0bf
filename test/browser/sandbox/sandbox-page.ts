import { indexedDbStore } from '../../../src/sandbox/control/scenario/indexed-db-store.ts';
import type { IndexedDbStore } from '../../../src/sandbox/control/scenario/indexed-db-store.ts';
import type { SavedSandbox } from '../../../src/sandbox/index.ts';
import type { Scenario } from '../../../src/sandbox/control/scenario/scenario-schema.ts';

/** What the page shows to the test. */
export interface OpenedPage {
  store: IndexedDbStore;
  /** What was saved when the page was opened. */
  loaded: Scenario | undefined;
  /** What the page was told, oldest first. */
  sentences: string[];
  /** A sandbox with this store, where the test asks for one. */
  sandbox: SavedSandbox | undefined;
}

declare global {
  interface Window {
    openedPage?: OpenedPage;
  }
}

const parameters = new URLSearchParams(location.search);
// A page without a secure context has no locks.
if (parameters.has('without-locks')) Reflect.deleteProperty(Navigator.prototype, 'locks');

const sentences: string[] = [];
const store = indexedDbStore(parameters.get('database') ?? '', {
  onProblem: (_, sentence) => sentences.push(sentence),
});
let loaded: Scenario | undefined;
let sandbox: SavedSandbox | undefined;
if (parameters.has('sandbox')) {
  // Takes a while to load.
  const { openSandbox } = await import('../../../src/sandbox/index.ts');
  const packets = [{ id: 'survey', endlink_url: 'https://buyer.example/' }];
  sandbox = await openSandbox(store, { packets });
  loaded = sandbox.saveScenario();
} else {
  loaded = await store.load();
}
window.openedPage = { store, loaded, sentences, sandbox };

// Of a frame without an origin, a test sees nothing but this.
const added = await sandbox?.addSeller();
await sandbox?.flush();
const seller = added?.sellerId;
parent.postMessage({ isSandboxPage: true, sentences, problem: store.problem, seller }, '*');
