import type { Backend } from '../backend.ts';
import type { SwitchName } from '../config/settings.ts';
import { createRequestLimit } from './request-limit.ts';
import type { RequestLimit } from './request-limit.ts';
import { createCookies } from './cookies.ts';
import type { Cookies } from './cookies.ts';
import type { PendingCallback } from './flow.ts';
import { createTokenPauses } from '../service/pause.ts';
import type { TokenPauses } from '../service/pause.ts';
import { createOriginCheck } from './origin.ts';
import type { OriginCheck } from './origin.ts';

/** A backend with the state that its routes share. */
export interface WebBackend extends Backend {
  cookies: Cookies;
  originCheck: OriginCheck;
  /** Rate limits of the requests that need no session: the callback, the hook and the relay. */
  requestLimits: { callback: RequestLimit; exchange: RequestLimit; endlinks: RequestLimit };
  /** Waits that the service has asked for with relayed tokens. */
  tokenPauses: TokenPauses;
  /** Callbacks in flight, by flow id and cookie. */
  pendingCallbacks: Map<string, PendingCallback>;
  /** Ids of the sessions whose use is being noted. */
  notedSessions: Set<string>;
  /** Time of the next prune; see `prune.ts`. */
  pruneAtMs: number;
  /** Set once the store has been reached since the start. */
  hasStarted: boolean;
  /** Disabled routes that were requested, and `address` if the address of a client was unknown. Each is reported by one event. */
  reported: Set<SwitchName | 'address'>;
  /** Set once `drain` was called. */
  isDraining: boolean;
}

/** Adds the state of the routes to a backend. */
export function createWebBackend(backend: Backend): WebBackend {
  const { settings, now } = backend;
  return {
    ...backend,
    cookies: createCookies(settings.origin),
    originCheck: createOriginCheck(settings),
    requestLimits: {
      callback: createRequestLimit(settings.anonymousCalls, now),
      exchange: createRequestLimit(settings.anonymousCalls, now),
      endlinks: createRequestLimit(settings.anonymousCalls, now),
    },
    tokenPauses: createTokenPauses(now),
    pendingCallbacks: new Map(),
    notedSessions: new Set(),
    pruneAtMs: 0,
    hasStarted: false,
    reported: new Set(),
    isDraining: false,
  };
}
