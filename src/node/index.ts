/**
 * What runs on Node alone: serving a handler over HTTP, and calling the service at less cost.
 *
 * @module
 */
export { listen, peerAddress } from './listener.ts';
export type { Handler, Listener, ListenOptions } from './listener.ts';
export { undiciFetch } from './undici-fetch.ts';
export type { ServiceFetch } from './undici-fetch.ts';
