/**
 * States on a server, which knows nothing of a visitor's tab. A store gives these values on a server, and the first client render that has to equal
 * the server's gives them too.
 *
 * @module
 */
import type { EndlinkState } from '../browser/endlink/index.ts';
import type { ConnectionSnapshot } from '../browser/vault/index.ts';

/** The endlink on a server. */
export const SERVER_ENDLINK: EndlinkState = { state: 'missing' };

/** The connection to a vault on a server. */
export const SERVER_CONNECTION: ConnectionSnapshot = { state: 'checking', isDenied: false };

/** Returns whether this code runs on a server. */
export const isServer = (): boolean => typeof window === 'undefined';
