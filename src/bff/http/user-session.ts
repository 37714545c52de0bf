import { VaultError } from '../../protocol/index.ts';
import type { WebBackend } from './web-backend.ts';
import { createBackoff } from '../backoff.ts';
import { hashOf, randomId } from '../grants/hash.ts';
import { sleep } from '../grants/sleep.ts';
import { assertText } from '../grants/subjects.ts';
import type { Grant, Session, Store } from '../stores/store.ts';
import type { ReceivedTokens } from '../service/oauth.ts';
import { pruneNowAndThen } from './prune.ts';

/** Before a connection that could not be kept is tried again: a person waits for it. */
const pauseMsOf = createBackoff({ firstMs: 100, longestMs: 1600, fixedPart: 0.5 });
const MOST_RETRIES = 5;

/** A session with the grant that it leads to. */
interface FoundSession {
  session: Session;
  grant: Grant;
}

/**
 * Returns the session that a call may use, with its grant. `undefined`: there is none, or it belongs to another user of the host, who had
 * connected in this browser before: theirs is left alone.
 *
 * @throws VaultError `subject_missing`
 */
export async function sessionOf(
  backend: WebBackend,
  request: Request,
): Promise<FoundSession | undefined> {
  const subject = await hostUserOf(backend, request);
  const found = await sessionOfBrowser(backend, request);
  return found && belongsTo(subject, found) ? found : undefined;
}

/** Returns the session of the browser's cookie. Does not check to which user it belongs. */
export async function sessionOfBrowser(
  { cookies, store, now }: WebBackend,
  request: Request,
): Promise<FoundSession | undefined> {
  const value = cookies.sessionOf(request);
  return value === undefined ? undefined : store.findSession(hashOf(value), now());
}

/** Returns whether a session belongs to a user of the host. Without the `subject` option, the cookie alone decides. */
export const belongsTo = (subject: string | undefined, { grant }: FoundSession): boolean =>
  subject === undefined || grant.subject === subject;

/** The id of the session that this browser says it has, whether or not there is one. */
export function sessionIdOf({ cookies }: WebBackend, request: Request): string | undefined {
  const value = cookies.sessionOf(request);
  return value === undefined ? undefined : hashOf(value);
}

/**
 * Asks the host who its user is, and returns the name under which the store keeps them. `undefined`: the host has no `subject` option, and each session is its own subject.
 *
 * @throws VaultError `subject_missing` where the host has the option and names nobody: a random name in place of theirs would be another user
 */
export async function hostUserOf(
  { options, subjects }: WebBackend,
  request: Request,
): Promise<string | undefined> {
  if (!options.subject) return undefined;
  const subject: unknown = await options.subject(request);
  if (subject || typeof subject === 'number') {
    assertText(subject);
    return subjects.nameOf(subject);
  }
  throw new VaultError(
    'subject_missing',
    'Nobody is signed in, so it is not known whose call this is.',
  );
}

/** Whose connection begins, and what it replaces. */
interface Connecting {
  subject: string;
  /** A session of the same subject. It ends, and its grant is superseded. */
  previousSessionId: string | undefined;
}

/**
 * Returns for whom a call connects.
 *
 * @throws VaultError `subject_missing`
 */
export async function connectingOf(backend: WebBackend, request: Request): Promise<Connecting> {
  const subject = await hostUserOf(backend, request);
  if (subject === undefined) {
    return { subject: randomId(), previousSessionId: sessionIdOf(backend, request) };
  }
  const found = await sessionOfBrowser(backend, request);
  const previousSessionId = found && belongsTo(subject, found) ? found.session.id : undefined;
  return { subject, previousSessionId };
}

/** What a new session begins with. */
export interface NewConnection extends Connecting {
  response: ReceivedTokens;
}

/**
 * Keeps a new grant, and a new session for this browser: an id that a browser brings along is never taken over.
 *
 * @returns with the value of the session's cookie
 */
export async function openSession(
  backend: WebBackend,
  { subject, response, previousSessionId }: NewConnection,
): Promise<{ cookie: string; session: Session; grant: Grant }> {
  const { settings, cookies, store, keeper, now, tell } = backend;
  pruneNowAndThen(backend);
  const grant = await keeper.newGrant({ subject, response });
  const value = randomId();
  const session: Session = {
    id: hashOf(value),
    grantId: grant.id,
    expiresAtMs: now() + settings.sessionLifetimeSeconds * 1000,
  };
  await keep(store, now, [session, grant, previousSessionId]);
  tell({ type: 'connected', grantId: grant.id, subject });
  return { cookie: cookies.session(value, settings.sessionLifetimeSeconds), session, grant };
}

/** The code and the flow are used up by now: what is not kept is lost, and the user would have to be asked again. */
async function keep(store: Store, now: () => number, connection: Parameters<Store['connect']>) {
  const [session] = connection;
  for (let attempt = 0; ; attempt += 1) {
    try {
      // An attempt that failed may have kept it all the same, and its pair may be another by now.
      const isKept = attempt > 0 && (await store.findSession(session.id, now()));
      if (!isKept) await store.connect(...connection);
      return;
    } catch (error) {
      if (attempt >= MOST_RETRIES) throw error;
      await sleep(pauseMsOf(attempt));
    }
  }
}
