import type { Settings } from '../config/settings.ts';
import { randomId } from '../grants/hash.ts';
import { SESSION_VALUE } from './cookies.ts';
import type { Session, Sessions } from '../stores/store.ts';
import type { WebBackend } from './web-backend.ts';
import type { RouteRequest } from './route-request.ts';

const DAY_MS = 86_400_000;

type SessionSettings = Pick<Settings, 'sessionLifetimeSeconds' | 'sessionIdleDays'>;

/** Returns the cookie value of a new session. It names the second of its beginning only if there is an idle limit, which is counted from it. */
export const newSessionValue = ({ sessionIdleDays }: SessionSettings, nowMs: number): string =>
  sessionIdleDays === undefined
    ? randomId()
    : `${randomId()}.${Math.floor(nowMs / 1000).toString(36)}`;

/** Returns when a session ends that is used now: after its lifetime, or earlier if nobody uses it. Uses within a day are not noted, so add one. */
export function sessionEndMsOf(
  { sessionLifetimeSeconds, sessionIdleDays = Infinity }: SessionSettings,
  sinceMs: number,
  nowMs: number,
): number {
  return Math.min(sinceMs + sessionLifetimeSeconds * 1000, nowMs + (sessionIdleDays + 1) * DAY_MS);
}

/** Ports that noting the use of a session uses. */
export interface NoteUsePorts extends Pick<
  WebBackend,
  'cookies' | 'settings' | 'notedSessions' | 'inFlight' | 'now'
> {
  store: Pick<Sessions, 'setSessionEnd'>;
}

/** Notes in the store that a session is used, at most once a day. Does not wait for it, so that a session check stays a read. */
export function noteUse(
  { cookies, store, settings, notedSessions, inFlight, now }: NoteUsePorts,
  request: RouteRequest,
  { id, expiresAtMs }: Session,
): void {
  if (settings.sessionIdleDays === undefined || notedSessions.has(id)) return;
  const [, since] = SESSION_VALUE.exec(cookies.sessionOf(request) ?? '') ?? [];
  // It began without an idle limit, and nobody knows when.
  if (since === undefined) return;
  const endMs = sessionEndMsOf(settings, parseInt(since, 36) * 1000, now());
  const addedMs = endMs - expiresAtMs;
  // The last step, to the end of its lifetime, is shorter than a day. A limit that was lowered makes the end earlier.
  const isLastStep = addedMs > 0 && expiresAtMs - now() <= DAY_MS;
  if (Math.abs(addedMs) < DAY_MS && !isLastStep) return;
  notedSessions.add(id);
  const noting = async () => {
    try {
      await store.setSessionEnd?.(id, endMs);
    } catch {
      // `reachableStore` has emitted the failure. The next use notes it.
    } finally {
      notedSessions.delete(id);
    }
  };
  void inFlight.add(noting());
}
