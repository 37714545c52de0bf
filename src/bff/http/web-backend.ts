import type { Backend } from '../backend.ts';
import type { SwitchName } from '../config/settings.ts';
import { createCallLimit } from './call-limit.ts';
import type { CallLimit } from './call-limit.ts';
import { createCookies } from './cookies.ts';
import type { Cookies } from './cookies.ts';
import type { SeenFlow } from './ending.ts';
import { createGate } from './origin.ts';
import type { Gate } from './origin.ts';

/** A backend with what its pages need besides: whatever answers a request works with it. */
export interface WebBackend extends Backend {
  cookies: Cookies;
  gate: Gate;
  /** For the calls that need no session: the callback, the hook and the relay. */
  callLimits: { callback: CallLimit; exchange: CallLimit; endlinks: CallLimit };
  /** By the id of their flow and its cookie: the callbacks that are worked on. */
  endings: Map<string, Promise<SeenFlow>>;
  /** When what has expired is cleared away next; see `prune.ts`. */
  pruneAtMs: number;
  /** Whether the store has been reached since the start. */
  hasStarted: boolean;
  /** The calls that are off and were made, of which the operator has been told. */
  toldOff: Set<SwitchName>;
  /** Whether it ends soon. */
  isDraining: boolean;
}

/** Adds to a backend what its pages need. */
export function createWebBackend(backend: Backend): WebBackend {
  const { settings, now } = backend;
  return {
    ...backend,
    cookies: createCookies(settings.origin),
    gate: createGate(settings),
    callLimits: {
      callback: createCallLimit(settings.anonymousCalls, now),
      exchange: createCallLimit(settings.anonymousCalls, now),
      endlinks: createCallLimit(settings.anonymousCalls, now),
    },
    endings: new Map(),
    pruneAtMs: 0,
    hasStarted: false,
    toldOff: new Set(),
    isDraining: false,
  };
}
