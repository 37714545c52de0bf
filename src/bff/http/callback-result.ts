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

/** Result of processing a callback. */
export interface ProcessedCallback {
  /** `undefined` if the cookie contains no flow for this state. */
  flow: Flow | undefined;
  /** `undefined` if the flow has expired or was consumed before. */
  result?: CallbackResult | undefined;
}
