import { VaultError } from '../../protocol/index.ts';
import type { WebBackend } from './web-backend.ts';
import { createBackoff } from '../backoff.ts';
import { hashOf, randomId } from '../grants/hash.ts';
import { sleep } from '../sleep.ts';
import { assertText } from '../grants/subjects.ts';
import type { TokenKeeper } from '../grants/token-keeper.ts';
import type { Awaitable } from '../stores/outbox.ts';
import type { Grant, Session, Sessions, SessionState } from '../stores/store.ts';
import type { ReceivedTokens } from '../service/oauth.ts';
import { pruneIfDue } from './prune.ts';
import type { PrunePorts } from './prune.ts';
import { givenIdOf } from './request-id.ts';
import { newSessionValue, noteUse, sessionEndMsOf } from './session-end.ts';
import type { NoteUsePorts } from './session-end.ts';
import type { RouteRequest } from './route-request.ts';

/** Ports that naming the user of the host uses. */
type UserPorts = Pick<WebBackend, 'settings' | 'subjects'>;

/** Ports that reading the session of a browser uses. */
interface BrowserPorts extends Pick<WebBackend, 'cookies' | 'now'> {
  store: Pick<Sessions, 'findSessionState'>;
}

/** Ports that finding the session of a user uses. */
export type SessionPorts = UserPorts & NoteUsePorts;

/** Ports that opening a session uses. */
export interface OpenSessionPorts extends PrunePorts, Pick<WebBackend, 'cookies' | 'emit'> {
  keeper: Pick<TokenKeeper, 'newGrant'>;
  store: Pick<Sessions, 'connect' | 'findSessionState'> & PrunePorts['store'];
}

/** Pause before saving a connection is retried, while its user waits. */
const pauseMsOf = createBackoff({ firstMs: 100, longestMs: 1600, fixedPart: 0.5 });
const MAX_RETRIES = 5;

/**
 * Returns the session of a request, with its grant. `undefined`: there is none, or it belongs to another user of the host, who connected in this
 * browser before.
 *
 * @param findSession reads the session of a cookie, with as much of its grant as is needed
 * @throws VaultError `subject_missing`
 */
export async function ownSession<Found extends SessionOfUser>(
  ports: SessionPorts,
  request: RouteRequest,
  findSession: (id: string, nowMs: number) => Awaitable<Found | undefined>,
): Promise<Found | undefined> {
  const subject = await hostUserOf(ports, request);
  const id = sessionIdOf(ports, request);
  const found = id === undefined ? undefined : await findSession(id, ports.now());
  if (!found || !belongsTo(subject, found)) return undefined;
  noteUse(ports, request, found.session);
  return found;
}

/** Returns the session of the browser's cookie, without checking its user. */
export async function sessionOfBrowser(
  ports: BrowserPorts,
  request: RouteRequest,
): Promise<SessionState | undefined> {
  const id = sessionIdOf(ports, request);
  return id === undefined ? undefined : ports.store.findSessionState(id, ports.now());
}

interface SessionOfUser {
  session: Session;
  grant: Pick<Grant, 'subject'>;
}

/** Returns whether a session belongs to a user of the host. Without the `subject` option, the cookie alone decides. */
export const belongsTo = (
  subject: string | undefined,
  { grant }: Pick<SessionOfUser, 'grant'>,
): boolean => subject === undefined || grant.subject === subject;

/** Returns the session id in the browser's cookie, even if that session does not exist. */
export function sessionIdOf(
  { cookies }: Pick<WebBackend, 'cookies'>,
  request: RouteRequest,
): string | undefined {
  const value = cookies.sessionOf(request);
  return value === undefined ? undefined : hashOf(value);
}

/**
 * Calls the `subject` option and returns the name under which the store keeps the user. `undefined`: there is no such option, and each session is its
 * own subject.
 *
 * @throws VaultError `subject_missing` if the option returns nothing. A random name instead would create another user
 */
export async function hostUserOf(
  ports: UserPorts,
  request: RouteRequest,
): Promise<string | undefined> {
  if (!ports.settings.subject) return undefined;
  const user = await signedInUserOf(ports, request);
  if (user === undefined) throw signedOutError();
  return user;
}

/** Returns the name under which the store keeps the user whom the `subject` option names; `undefined` if it names none. */
async function signedInUserOf(
  { settings, subjects }: UserPorts,
  request: RouteRequest,
): Promise<string | undefined> {
  const subject: unknown = await settings.subject?.(request.webRequest);
  if (!subject && typeof subject !== 'number') return undefined;
  assertText(subject);
  return subjects.nameOf(subject);
}

/**
 * Checks that the user who started an authorization is the one who is signed in now.
 *
 * @returns why the authorization may not continue: `subject_mismatch` if another user is signed in, `subject_missing` if none is. `undefined`: it may
 */
export async function userErrorOf(
  ports: UserPorts,
  request: RouteRequest,
  { subject }: Pick<Connecting, 'subject'>,
): Promise<VaultError | undefined> {
  if (!ports.settings.subject) return undefined;
  const user = await signedInUserOf(ports, request);
  if (user === undefined) return signedOutError();
  return user === subject
    ? undefined
    : new VaultError('subject_mismatch', 'Another user started this authorization.');
}

const signedOutError = () =>
  new VaultError(
    'subject_missing',
    'No user is signed in, so the request cannot be assigned to a user.',
  );

/** The user who connects, and the session that this replaces. */
interface Connecting {
  subject: string;
  /** A session of the same subject. It ends, and its grant is replaced. */
  previousSessionId: string | undefined;
}

/**
 * Returns the user who connects with a request.
 *
 * @throws VaultError `subject_missing`
 */
export async function connectingUserOf(
  ports: UserPorts & BrowserPorts,
  request: RouteRequest,
): Promise<Connecting> {
  const subject = await hostUserOf(ports, request);
  if (subject === undefined) {
    return { subject: randomId(), previousSessionId: sessionIdOf(ports, request) };
  }
  const found = await sessionOfBrowser(ports, request);
  const previousSessionId = found && belongsTo(subject, found) ? found.session.id : undefined;
  return { subject, previousSessionId };
}

/** Input of {@link openSession}. */
export interface NewConnection extends Connecting {
  response: ReceivedTokens;
}

/**
 * Saves a new grant and a new session for this browser. The session id is always new, to prevent session fixation.
 *
 * @returns the session, its grant, and its `Set-Cookie` value
 */
export async function openSession(
  ports: OpenSessionPorts,
  request: RouteRequest,
  { subject, response, previousSessionId }: NewConnection,
): Promise<{ cookie: string; session: Session; grant: Grant }> {
  const { settings, cookies, store, keeper, now, emit } = ports;
  pruneIfDue(ports);
  const grant = await keeper.newGrant({ subject, response });
  const value = newSessionValue(settings, now());
  const session: Session = {
    id: hashOf(value),
    grantId: grant.id,
    expiresAtMs: sessionEndMsOf(settings, now(), now()),
  };
  await saveConnection(store, now, [session, grant, previousSessionId]);
  emit({ type: 'connected', grantId: grant.id, subject, ...givenIdOf(request) });
  return { cookie: cookies.session(value, settings.sessionLifetimeSeconds), session, grant };
}

/** Saves a connection, with retries: the code is already spent, so without saving the user would have to authorize again. */
async function saveConnection(
  store: Pick<Sessions, 'connect' | 'findSessionState'>,
  now: () => number,
  connection: Parameters<Sessions['connect']>,
) {
  const [session] = connection;
  for (let attempt = 0; ; attempt += 1) {
    try {
      // A failed attempt may have succeeded in the store, and the pair may already have been refreshed.
      const isKept = attempt > 0 && (await store.findSessionState(session.id, now()));
      if (!isKept) await store.connect(...connection);
      return;
    } catch (error) {
      if (attempt >= MAX_RETRIES) throw error;
      await sleep(pauseMsOf(attempt));
    }
  }
}
