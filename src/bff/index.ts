/**
 * The backend for the front end: a function from a request to a response that keeps the client secret and the tokens away from browsers.
 * Runs on Web APIs alone.
 *
 * @module
 */
export type {
  ClientOptions,
  SealingKey,
  ServiceOptions,
  VaultBffOptions,
  VaultEvent,
} from './options.ts';
export type { Awaitable, Flow, Grant, NewPair, Session, Store } from './grants/store.ts';
