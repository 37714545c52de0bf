import type { VaultError } from '../../protocol/index.ts';
import type { Flow } from '../stores/store.ts';

/** How a flow came to its end. */
export interface Ending {
  flow: Flow;
  /** Why there is no connection; `undefined`: there is one. */
  error?: VaultError;
  /** What the browser keeps of it. */
  cookies: readonly string[];
}
