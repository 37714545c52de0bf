import { VaultError } from '../../protocol/index.ts';
import type { ConnectDisplay } from '../../protocol/index.ts';
import { hashOf } from '../grants/hash.ts';
import type { Sealer } from '../grants/seal.ts';

/** For how long the way back is open. */
export const FLOW_LIFETIME_SECONDS = 600;

/** So far the clocks of two processes may be apart without a consumed state being forgotten too early. */
const CLOCK_SLACK_SECONDS = 600;

/** Longest subject, in bytes of its JSON: a browser keeps no cookie of more than 4,096 bytes. */
const LONGEST_SUBJECT_BYTES = 1000;

/** The form of what is sealed. Whatever comes later has another number. */
const FORM = 1;

/**
 * An authorization under way. It travels in a cookie of its own, sealed: nothing is stored until its state is consumed, so nobody fills the store
 * by setting out.
 */
export interface Flow {
  /** When it began, in milliseconds since 1970. */
  sinceMs: number;
  /** An address that was allowed when the flow began; checked again when it is used. */
  returnTo: string;
  display: ConnectDisplay;
  subject: string;
  /** Empty once the flow is done. */
  codeVerifier: string;
  /** The session that a reconnect replaces. */
  previousSessionId?: string | undefined;
  /** The session that came of it. */
  sessionId?: string | undefined;
}

/** When a flow is too old to be finished. */
export const deadlineMsOf = ({ sinceMs }: Pick<Flow, 'sinceMs'>): number =>
  sinceMs + FLOW_LIFETIME_SECONDS * 1000;

/** Until when it has to be known that a flow's state is consumed: its cookie may be copied, and counts until the deadline by anybody's clock. */
export const forgetStateAtMsOf = (flow: Pick<Flow, 'sinceMs'>): number =>
  deadlineMsOf(flow) + CLOCK_SLACK_SECONDS * 1000;

/** What a flow's cookie and its consumed state are known by. */
export const flowIdOf = (state: string): string => hashOf(state);

const context = (flowId: string) => `flow-cookie:${flowId}`;

/**
 * A flow as its cookie holds it.
 *
 * @throws VaultError `configuration_error` where the subject is too long for a cookie
 */
export function sealFlow(sealer: Sealer, flowId: string, flow: Flow): Promise<string> {
  const { sinceMs, returnTo, display, subject, codeVerifier, previousSessionId, sessionId } = flow;
  if (new TextEncoder().encode(JSON.stringify(subject)).length > LONGEST_SUBJECT_BYTES) {
    const message = `The option "subject" names a user with more than ${LONGEST_SUBJECT_BYTES} bytes.`;
    throw new VaultError('configuration_error', message);
  }
  // A list, since several of these have to fit into one header.
  const fields = [FORM, sinceMs, returnTo, display, subject, codeVerifier];
  const sessions = [previousSessionId ?? null, sessionId ?? null];
  return sealer.seal(JSON.stringify([...fields, ...sessions]), context(flowId));
}

/** @returns `undefined`: it is sealed with a key that is not in the ring, or not for this flow, or by a version that writes another form */
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

/** A flow that has led to a session. It takes no more room than before. */
export const doneFlow = (flow: Flow, sessionId: string): Flow => ({
  ...flow,
  codeVerifier: '',
  previousSessionId: undefined,
  sessionId,
});

/**
 * A state that says when it was made: the browser has let go of the cookie when somebody comes back too late, and they are to be told what happened.
 * Nothing else depends on it, since anybody can write another time.
 *
 * @param random what nobody guesses
 */
export const stateOf = (random: string, nowMs: number): string =>
  `${random}.${Math.floor(nowMs / 1000).toString(36)}`;

/** Whether a state says that it was made too long ago. */
export function isStateOld(state: string, nowMs: number): boolean {
  const [, since] = /^[\w-]{43}\.([0-9a-z]{1,8})$/.exec(state) ?? [];
  if (since === undefined) return false;
  return nowMs >= deadlineMsOf({ sinceMs: parseInt(since, 36) * 1000 });
}
