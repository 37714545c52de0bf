import { assertPacketId, isVaultError, VaultError } from '../../protocol/index.ts';
import type { PushReply } from '../../protocol/index.ts';
import type { Grant } from '../stores/store.ts';
import { publicError } from '../failure.ts';
import { sendWith } from './push-one.ts';
import type { PushPorts } from './push-one.ts';
import { isUnauthorized } from '../service/push-request.ts';
import { refusesEveryGrant } from '../service/token-refusal.ts';
import type { FreeSlot } from './concurrently.ts';
import type { GrantsOfSubjects } from './grants-of-subjects.ts';
import type {
  PushAttempts,
  PushFailed,
  PushItem,
  PushManySettings,
  PushResult,
} from './push-many-options.ts';
import { reconnectRequired } from '../grants/usable-grant.ts';
import { outageError } from './outage.ts';
import type { Outage, PushState } from './outage.ts';
import type { PauseGate, RunTime } from './pause-gate.ts';
import { mayHaveArrived, pauseMsOf, remedyOf } from './retry.ts';

/** Maximum number of 429 responses for an item, in addition to its attempts. */
const MAX_PAUSES = 20;

/** State that all items of a run share. */
export interface Run {
  ports: PushPorts;
  settings: PushManySettings;
  time: RunTime;
  gate: PauseGate;
  grants: GrantsOfSubjects;
  outage: Outage;
  /** When aborted, no further request is sent. */
  signal: AbortSignal;
  freeSlot: FreeSlot;
}

/** Pushes one item, with retries. Never rejects. */
export async function pushItem<Item extends PushItem>(
  run: Run,
  item: Item,
): Promise<PushResult<Item>> {
  const tally: PushAttempts = { attempts: 0, unknownAttempts: 0 };
  const pushState: PushState = {};
  try {
    const outcome = await pushWithRetries(run, item, tally, pushState);
    if (outcome.reply) return { item, ok: true, reply: outcome.reply, ...tally };
    const { error, isGivenUp, haltedBy } = outcome;
    return { item, ok: false, error, isGivenUp, ...(haltedBy && { haltedBy }), ...tally };
  } catch (reason) {
    // The host's items are unchecked, and may even be `null`.
    const { packetId } = (item as PushItem | null) ?? {};
    const error = isVaultError(reason)
      ? reason
      : publicError(run.ports, 'pushMany', reason, { packetId });
    return { item, ok: false, error, isGivenUp: false, ...tally };
  } finally {
    run.outage.ended(pushState);
  }
}

type Failure = Pick<PushFailed, 'error' | 'isGivenUp' | 'haltedBy'>;
type ItemOutcome = { reply: PushReply } | ({ reply?: never } & Failure);

/** @throws VaultError `invalid_request`, `validation_failed` before any request is sent */
async function pushWithRetries(
  run: Run,
  item: PushItem,
  tally: PushAttempts,
  pushState: PushState,
): Promise<ItemOutcome> {
  const { settings, gate, outage } = run;
  const attempt = prepareAttempt(run, item, tally, pushState);
  let error: VaultError | undefined;
  let failures = 0;
  let pauses = 0;
  for (;;) {
    const turn = await waitForTurn(run, pushState);
    if (turn === 'stopped') return { error: error ?? stoppedError(), isGivenUp: true };
    if (turn === 'over') return outageOutcome();
    const unknownBefore = tally.unknownAttempts;
    const tried = await attempt();
    if (tried.reply) {
      gate.succeeded(turn.pauseCount);
      outage.succeeded(pushState);
      return tried;
    }
    error = tried.error;
    const decision = await decideOnFailure(run, tried, turn, pushState);
    if (decision === 'over') return outageOutcome();
    if (decision === 'retry') continue;
    const remedy = remedyOf(error);
    if (remedy === 'pause') pauses += 1;
    else failures += 1;
    const isUnknown = tally.unknownAttempts > unknownBefore;
    const isLastAttempt = failures >= settings.maxAttempts || pauses > MAX_PAUSES;
    if (remedy === 'none' || isLastAttempt || (isUnknown && !settings.retryAmbiguous)) {
      const isClient = refusesEveryGrant(error);
      return { error, isGivenUp: false, ...(isClient && { haltedBy: 'client' as const }) };
    }
    await waitBeforeRetry(run, error, turn, failures);
  }
}

/** Permission to send a request. */
interface Turn {
  /** Number of pauses before the request, see {@link PauseGate.pass}. */
  pauseCount: number;
}

/**
 * Waits until the next request of an item may be sent.
 *
 * @returns `over`: the outage has lasted too long
 */
async function waitForTurn(run: Run, pushState: PushState): Promise<Turn | 'stopped' | 'over'> {
  const { ports, time, gate, outage, signal } = run;
  for (;;) {
    // A push outside of this run may have been asked to wait.
    const leftMs = ports.pauses.push.leftMs();
    if (leftMs && !signal.aborted) {
      await time.sleep(leftMs, signal);
      continue;
    }
    const pauseCount = await gate.pass(signal);
    if (signal.aborted) return 'stopped';
    const decision = await outage.pass(pushState);
    if (decision === 'over') return 'over';
    if (decision === 'send') return { pauseCount };
  }
}

/**
 * Decides whether a failed request is a failure of its item. If every user's token is refused, the service is at fault, and not this grant.
 *
 * @returns `failed`: it counts; `retry`: it does not, so try again; `over`: the service has refused every token for too long
 */
async function decideOnFailure(
  { grants, outage, signal, freeSlot }: Run,
  { error, refusedGrant }: FailedAttempt,
  { pauseCount }: Turn,
  pushState: PushState,
): Promise<'failed' | 'retry' | 'over'> {
  if (!refusedGrant) {
    outage.ended(pushState);
    return 'failed';
  }
  const takeSlotBack = freeSlot();
  const decision = await outage.refused(pushState, refusedGrant.id, pauseCount, signal);
  takeSlotBack();
  if (decision === 'over') return 'over';
  if (decision === 'retry' || signal.aborted) return 'retry';
  if (error.code === 'reconnect_required') grants.markDead(refusedGrant);
  return 'failed';
}

/** Waits as long as the service asks for, or longer after each failure. Pauses the other pushes too if they would be refused as well. */
async function waitBeforeRetry(
  { time, gate, signal }: Run,
  error: VaultError,
  { pauseCount }: Turn,
  failures: number,
): Promise<void> {
  const { status, retryAfterSeconds } = error;
  if (status === undefined && retryAfterSeconds) {
    // Nothing was sent, because refreshes wait. Pushes with a valid token need not wait.
    await time.sleep(retryAfterSeconds * 1000, signal);
    return;
  }
  const remedy = remedyOf(error);
  // A 503 with Retry-After pauses all pushes, too.
  if (remedy === 'pause' || retryAfterSeconds) gate.pause(pauseCount, retryAfterSeconds);
  if (remedy === 'retry' && !signal.aborted)
    await time.sleep(pauseMsOf(failures - 1, time.random), signal);
}

const outageOutcome = (): ItemOutcome => ({
  error: outageError(),
  isGivenUp: true,
  haltedBy: 'service',
});

const stoppedError = () =>
  new VaultError('service_unreachable', 'The run stopped before the push was sent.');

interface FailedAttempt {
  reply?: never;
  error: VaultError;
  /** The grant whose new token was refused. */
  refusedGrant?: Grant | undefined;
}

/** Result of one try. */
type Attempt = { reply: PushReply } | FailedAttempt;

/**
 * Checks an item.
 *
 * @returns sends the push once, and counts attempts in `tally`
 */
function prepareAttempt(
  { ports, grants, outage }: Run,
  { subject, packetId, answers }: PushItem,
  tally: PushAttempts,
  pushState: PushState,
): () => Promise<Attempt> {
  assertPacketId(packetId);
  const send = ports.push(packetId, answers);
  let refusals = 0;

  async function sendAndCount(accessToken: string): Promise<PushReply> {
    tally.attempts += 1;
    try {
      return await send(accessToken);
    } catch (error) {
      if (isVaultError(error) && mayHaveArrived(error)) tally.unknownAttempts += 1;
      if (isUnauthorized(error)) refusals += 1;
      else if (isVaultError(error) && isTokenAccepted(error)) outage.succeeded(pushState);
      throw error;
    }
  }

  return async () => {
    refusals = 0;
    let grant: Grant | undefined;
    try {
      grant = await grants.find(subject);
      // Another push of this user already waits for the decision.
      if (outage.isHeld(grant.id)) return { error: reconnectRequired(), refusedGrant: grant };
      return { reply: await sendWith(ports, grant, packetId, sendAndCount) };
    } catch (error) {
      if (!isVaultError(error)) throw error;
      if (!grant) return { error };
      const isKnown = pushState.refusedAfter !== undefined || outage.isSuspect(grant.id);
      if (isTokenRefusal(error, refusals, isKnown)) return { error, refusedGrant: grant };
      if (error.code === 'reconnect_required') grants.markDead(grant);
      return { error };
    }
  };
}

/** Returns whether the service refused the answers, which means that it accepted the token. */
const isTokenAccepted = ({ code, status }: VaultError) =>
  code === 'validation_failed' && status !== 403;

/**
 * Returns whether a new token was refused: by a push right after the refresh, or by the token endpoint without an error code.
 *
 * @param refusals number of tokens that the service refused for this push
 * @param isKnown whether the grant was refused before, so that its token is not refreshed again
 */
function isTokenRefusal(error: VaultError, refusals: number, isKnown: boolean): boolean {
  const { code, status } = error;
  if (code === 'reconnect_required') return refusals >= (isKnown ? 1 : 2);
  const isRefused = status === 401 || status === 403;
  return code === 'configuration_error' && isRefused && !refusesEveryGrant(error);
}
