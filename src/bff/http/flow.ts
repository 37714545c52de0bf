import { VaultError } from '../../protocol/index.ts';
import type { ConnectDisplay } from '../../protocol/index.ts';
import { hashOf } from '../grants/hash.ts';
import type { Sealer } from '../grants/seal.ts';

/** Lifetime of a flow. */
export const FLOW_LIFETIME_SECONDS = 600;

/** Clock difference between processes up to which no consumed state is forgotten too early. */
const CLOCK_SLACK_SECONDS = 600;

/** Maximum length of a subject, in bytes of its JSON: browsers limit cookies to 4,096 bytes. */
const MAX_SUBJECT_BYTES = 1000;

/** Version of the sealed format. */
const FORM = 1;

/**
 * An authorization in progress. It is kept in its own sealed cookie. Nothing is stored until its state is consumed, so starting flows cannot fill the
 * store.
 */
export interface Flow {
  /** When it started, in milliseconds since 1970. */
  sinceMs: number;
  /** A URL that was allowed when the flow started; checked again when it is used. */
  returnTo: string;
  display: ConnectDisplay;
  subject: string;
  /** Empty after the flow has completed. */
  codeVerifier: string;
  /** The session that a reconnect replaces. */
  previousSessionId?: string | undefined;
  /** The session that the flow led to. */
  sessionId?: string | undefined;
}

/** Result of a completed flow. */
export interface CallbackResult {
  flow: Flow;
  /** Why the connection failed; `undefined` if it succeeded. */
  error?: VaultError;
  /** `Set-Cookie` values for the response. */
  cookies: readonly string[];
}

/** State that concurrent requests of the same flow share. A browser that reloads may never have received the first response. */
export interface PendingCallback {
  /** `undefined` if the cookie contains no flow for this state. */
  flow: Promise<Flow | undefined>;
  /** Not set before a request of the flow's user has arrived. `undefined` if the flow has expired or was consumed before. */
  result?: Promise<CallbackResult | undefined>;
  requestCount: number;
}

/** Returns when a flow expires. */
export const deadlineMsOf = ({ sinceMs }: Pick<Flow, 'sinceMs'>): number =>
  sinceMs + FLOW_LIFETIME_SECONDS * 1000;

/** Returns when a consumed state may be forgotten. A copied cookie is valid until the deadline by the clock of any process. */
export const forgetStateAtMsOf = (flow: Pick<Flow, 'sinceMs'>): number =>
  deadlineMsOf(flow) + CLOCK_SLACK_SECONDS * 1000;

/** Returns the id of a flow, for its cookie and its consumed state. */
export const flowIdOf = (state: string): string => hashOf(state);

const context = (flowId: string) => `flow-cookie:${flowId}`;

/**
 * Seals a flow for its cookie.
 *
 * @throws VaultError `configuration_error` if the subject is too long for a cookie
 */
export function sealFlow(sealer: Sealer, flowId: string, flow: Flow): Promise<string> {
  const { sinceMs, returnTo, display, subject, codeVerifier, previousSessionId, sessionId } = flow;
  if (new TextEncoder().encode(JSON.stringify(subject)).length > MAX_SUBJECT_BYTES) {
    const message = `The option "subject" names a user with more than ${MAX_SUBJECT_BYTES} bytes.`;
    throw new VaultError('configuration_error', message);
  }
  // An array without field names, because several flows must fit into one header.
  const fields = [FORM, sinceMs, returnTo, display, subject, codeVerifier];
  const sessions = [previousSessionId ?? null, sessionId ?? null];
  return sealer.seal(JSON.stringify([...fields, ...sessions]), context(flowId));
}

/**
 * Opens the flow in a cookie.
 *
 * @returns `undefined` if its key is missing, if it was sealed for another flow, or if another version has written it
 */
export async function openFlow(
  sealer: Sealer,
  flowId: string,
  sealed: string,
): Promise<Flow | undefined> {
  let text: string;
  try {
    text = await sealer.open(sealed, context(flowId));
  } catch {
    return undefined;
  }
  const [form, sinceMs, returnTo, display, subject, codeVerifier, previousSessionId, sessionId] =
    JSON.parse(text) as [number, number, string, ConnectDisplay, string, string, string?, string?];
  if (form !== FORM) return undefined;
  return {
    sinceMs,
    returnTo,
    display,
    subject,
    codeVerifier,
    previousSessionId: previousSessionId ?? undefined,
    sessionId: sessionId ?? undefined,
  };
}

/** Returns a completed flow. It is not larger than before. */
export const doneFlow = (flow: Flow, sessionId: string): Flow => ({
  ...flow,
  codeVerifier: '',
  previousSessionId: undefined,
  sessionId,
});

/**
 * Appends the time to a random state, so that a late callback, whose cookie the browser has deleted, gets a correct message. Nothing else relies on
 * it, since it is unverified.
 *
 * @param random an unguessable state
 */
export const stateOf = (random: string, nowMs: number): string =>
  `${random}.${Math.floor(nowMs / 1000).toString(36)}`;

/** Returns whether the time in a state is too old. */
export function isStateOld(state: string, nowMs: number): boolean {
  const [, since] = /^[\w-]{43}\.([0-9a-z]{1,8})$/.exec(state) ?? [];
  if (since === undefined) return false;
  return nowMs >= deadlineMsOf({ sinceMs: parseInt(since, 36) * 1000 });
}
