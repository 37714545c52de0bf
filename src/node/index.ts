/**
 * What runs on Node alone: serving a handler over HTTP.
 *
 * @module
 */
export { listen } from './listener.ts';
export type { Handler, Listener, ListenOptions } from './listener.ts';
