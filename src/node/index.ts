/**
 * Features for Node only: serving a handler over HTTP, mounting the backend in another server, and a faster `fetch` for requests to the service.
 *
 * @module
 */
export { listen } from './http/listener.ts';
export type { Handler, Listener, ListenOptions } from './http/listener.ts';
export { nodeRequestOf, peerAddress } from './http/node-request.ts';
export { toNodeHandler } from './http/node-handler.ts';
export type { NodeHandler, NodeHandlerOptions } from './http/node-handler.ts';
export type { HostRequest } from './http/node-route-request.ts';
export { undiciTransport } from './http/undici-transport.ts';
