/**
 * What runs on Node alone: serving a handler over HTTP, mounting the backend in another server, and calling the service at less cost.
 *
 * @module
 */
export { listen } from './listener.ts';
export type { Handler, Listener, ListenOptions } from './listener.ts';
export { nodeRequestOf, peerAddress } from './node-request.ts';
export { toNodeHandler } from './node-handler.ts';
export type { HostRequest, NodeHandler, NodeHandlerOptions } from './node-handler.ts';
export { undiciFetch } from './undici-fetch.ts';
export type { ServiceFetch } from './undici-fetch.ts';
