import { assertPacketId, isVaultError, VaultError } from '../../protocol/index.ts';
import type { PushReply } from '../../protocol/index.ts';
import type { Backend } from '../backend.ts';
import { publicError } from '../http/failure.ts';
import { sendWith } from '../http/push.ts';
import type { GrantsOfSubjects } from './grants-of-subjects.ts';
import type { PushAttempts, PushItem, PushManySettings, PushResult } from './options.ts';
import type { PauseGate, RunTime } from './pause-gate.ts';
import { mayHaveArrived, pauseMsOf, remedyOf } from './retry.ts';

/** So often an item is answered 429 before it fails, beside its attempts. */
const MOST_PAUSES = 20;

/** What all the items of a run share. */
export interface Run {
  backend: Backend;
  settings: PushManySettings;
  time: RunTime;
  gate: PauseGate;
  grants: GrantsOfSubjects;
  /** Aborted: nothing is sent any more. */
  signal: AbortSignal;
}

/** Pushes one item, as often as it takes. Never rejects. */
export async function pushItem<Item extends PushItem>(
  run: Run,
  item: Item,
): Promise<PushResult<Item>> {
  const tally: PushAttempts = { attempts: 0, unknownAttempts: 0 };
  try {
    const { reply, error, isGivenUp } = await tryAgainAndAgain(run, item, tally);
    if (reply) return { item, ok: true, reply, ...tally };
    return { item, ok: false, error, isGivenUp, ...tally };
  } catch (reason) {
    const error = isVaultError(reason) ? reason : publicError(run.backend, 'pushMany', reason);
    return { item, ok: false, error, isGivenUp: false, ...tally };
  }
}

type Ending =
  | { reply: PushReply; error?: never; isGivenUp?: never }
  | { reply?: never; error: VaultError; isGivenUp: boolean };

/** @throws VaultError `invalid_request`, `validation_failed` before anything else is done */
async function tryAgainAndAgain(run: Run, item: PushItem, tally: PushAttempts): Promise<Ending> {
  const { settings, time, gate, signal } = run;
  const attempt = prepare(run, item, tally);
  const isStopped = () => signal.aborted;
  let error: VaultError | undefined;
  let failures = 0;
  let pauses = 0;
  for (;;) {
    const ticket = await gate.pass(signal);
    if (isStopped()) return { error: error ?? givenUp(), isGivenUp: true };
    const unknownBefore = tally.unknownAttempts;
    try {
      const reply = await attempt();
      gate.succeeded(ticket);
      return { reply };
    } catch (reason) {
      if (!isVaultError(reason)) throw reason;
      error = reason;
    }
    const remedy = remedyOf(error);
    if (remedy === 'pause') pauses += 1;
    else failures += 1;
    const isUnknown = tally.unknownAttempts > unknownBefore;
    const isEnough = failures >= settings.maxAttempts || pauses > MOST_PAUSES;
    if (remedy === 'none' || isEnough || (isUnknown && !settings.retryAmbiguous)) {
      return { error, isGivenUp: false };
    }
    // A 503 that says how long to wait is heard by everybody, too.
    const { retryAfterSeconds } = error;
    if (remedy === 'pause' || retryAfterSeconds) gate.pause(ticket, retryAfterSeconds);
    if (remedy === 'retry' && !isStopped()) {
      await time.sleep(pauseMsOf(failures - 1, time.random), signal);
    }
  }
}

const givenUp = () => new VaultError('service_unreachable', 'It was given up before it was sent.');

/** @returns tries once, and counts */
function prepare(
  { backend, grants }: Run,
  { subject, packetId, answers }: PushItem,
  tally: PushAttempts,
): () => Promise<PushReply> {
  assertPacketId(packetId);
  const send = backend.push(packetId, answers);

  async function counted(accessToken: string): Promise<PushReply> {
    tally.attempts += 1;
    try {
      return await send(accessToken);
    } catch (error) {
      if (isVaultError(error) && mayHaveArrived(error)) tally.unknownAttempts += 1;
      throw error;
    }
  }

  return async () => {
    const grant = await grants.find(subject);
    try {
      return await sendWith(backend, grant, packetId, counted);
    } catch (error) {
      if (isVaultError(error) && error.code === 'reconnect_required') grants.ended(grant);
      throw error;
    }
  };
}
