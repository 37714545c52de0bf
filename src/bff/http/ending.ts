import type { VaultError } from '../../protocol/index.ts';
import type { Flow } from './flow.ts';

/** How a flow came to its end. */
export interface Ending {
  flow: Flow;
  /** Why there is no connection; `undefined`: there is one. */
  error?: VaultError;
  /** What the browser keeps of it. */
  cookies: readonly string[];
}

/** What a callback has found. */
export interface SeenFlow {
  /** `undefined`: the cookie holds none for this state. */
  flow: Flow | undefined;
  /** `undefined`: the flow is too old, or was used up before. */
  ending?: Ending | undefined;
}
