import type { VaultError } from '../../protocol/index.ts';
import type { Flow } from './flow.ts';

/** Result of a completed flow. */
export interface CallbackResult {
  flow: Flow;
  /** Why the connection failed; `undefined` if it succeeded. */
  error?: VaultError;
  /** `Set-Cookie` values for the response. */
  cookies: readonly string[];
}

/** State that concurrent requests of the same flow share. A browser that reloads may never have received the first response. */
export interface PendingCallback {
  /** `undefined` if the cookie contains no flow for this state. */
  flow: Promise<Flow | undefined>;
  /** Not set before a request of the flow's user has arrived. `undefined` if the flow has expired or was consumed before. */
  result?: Promise<CallbackResult | undefined>;
  requestCount: number;
}
