import type { Backend } from '../backend.ts';
import { hashOf, randomId } from '../grants/hash.ts';
import { sleep } from '../grants/sleep.ts';
import type { Grant, Session, Store } from '../grants/store.ts';
import type { ReceivedTokens } from '../service/oauth.ts';

/** A connection that could not be kept is tried again after each of these: a person waits for it. */
const PAUSES_MS = [100, 200, 400, 800, 1600];

/** The session that a call belongs to, with its grant; `undefined`: there is none. */
export async function sessionOf(
  { cookies, store, now }: Backend,
  request: Request,
): Promise<{ session: Session; grant: Grant } | undefined> {
  const value = cookies.sessionOf(request);
  return value === undefined ? undefined : store.findSession(await hashOf(value), now());
}

/** The id of the session that this browser says it has, whether or not there is one. */
export async function sessionIdOf(
  { cookies }: Backend,
  request: Request,
): Promise<string | undefined> {
  const value = cookies.sessionOf(request);
  return value === undefined ? undefined : hashOf(value);
}

/** Whose data a connection will push. Without a name of the buyer's, each session is its own subject. */
export async function subjectOf({ options }: Backend, request: Request): Promise<string> {
  return (await options.subject?.(request)) || randomId();
}

/** What a new session begins with. */
export interface NewConnection {
  subject: string;
  response: ReceivedTokens;
  /** Ends, and its grant is superseded. */
  previousSessionId: string | undefined;
}

/**
 * Keeps a new grant, and a new session for this browser: an id that a browser brings along is never taken over.
 *
 * @returns with the value of the session's cookie
 */
export async function openSession(
  backend: Backend,
  { subject, response, previousSessionId }: NewConnection,
): Promise<{ cookie: string; session: Session; grant: Grant }> {
  const { settings, cookies, store, keeper, now, tell } = backend;
  const grant = await keeper.newGrant({ subject, response });
  const value = randomId();
  const session: Session = {
    id: await hashOf(value),
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
      const pauseMs = PAUSES_MS[attempt];
      if (pauseMs === undefined) throw error;
      await sleep(pauseMs);
    }
  }
}
