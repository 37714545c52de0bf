import { VaultError } from '../../protocol/index.ts';
import type { PauseGate, RunTime } from './pause-gate.ts';

/** Number of different grants that must be refused in a row, each with a new token, before the service counts as the cause. */
export const GRANTS_IN_A_ROW = 5;

/** Time for which a refused push waits for the result of other pushes, before its own grant counts as the cause. */
const DECISION_MS = 2000;

/** Result for a refused token. `grant`: the grant is dead. `retry`: try the push again. `over`: the service has refused every token for too long. */
type Decision = 'grant' | 'retry' | 'over';

/** Dependencies of an {@link Outage}. */
export interface OutageOptions {
  time: RunTime;
  /** Pauses all pushes between two probes. */
  gate: PauseGate;
  /** Maximum number of pushes that are sent at a time. */
  concurrency: number;
  /** Maximum number of pushes in flight, including those that wait. */
  maxInFlight: number;
  /** Maximum duration of an outage in milliseconds, before the waiting pushes fail. */
  timeoutMs: number;
  /** Called when an outage begins, and when it ends. */
  onChange: (isOutage: boolean) => void;
}

/** State of one push. */
export interface PushState {
  /** Number of tries that had started when the token of this push was first refused. */
  refusedAfter?: number;
  isProbe?: boolean;
  /** Set while the push occupies one of the `concurrency` slots. */
  hasSlot?: boolean;
  /** Number of its current try, in the order in which tries start. */
  tryNumber?: number;
}

/**
 * A circuit breaker that distinguishes one dead grant from a service that refuses every token. During an outage no token is refreshed in vain, no
 * user is asked to connect again, and one push at a time probes the service.
 */
export interface Outage {
  /**
   * Waits until this push may be sent: for a slot, or during an outage for the result of a probe. A refused push frees its slot while it waits, so
   * that others can probe the service.
   *
   * @returns `send`; `wait`: pass the gate again first; `over`: the outage has lasted too long
   */
  pass(pushState: PushState): Promise<'send' | 'wait' | 'over'>;
  /** Records that the service accepted the token. */
  succeeded(pushState: PushState): void;
  /** Records that the service refused a new token. @returns the decision, once it is known */
  refused(
    pushState: PushState,
    grantId: string,
    pauseCount: number,
    signal: AbortSignal,
  ): Promise<Decision>;
  /** Returns whether the token of the grant was refused recently. */
  isSuspect(grantId: string): boolean;
  /** Returns whether a push of the grant waits for a decision. */
  isHeld(grantId: string): boolean;
  /** Records that the push has ended, successfully or not. */
  ended(pushState: PushState): void;
}

/** Creates a closed circuit breaker. */
export function createOutage(options: OutageOptions): Outage {
  const { time, gate, concurrency, maxInFlight, timeoutMs, onChange } = options;
  /** Grants that were refused since the service last accepted a token, with the number of the try. */
  const suspects = new Map<string, number>();
  /** Pushes that wait for a decision, with the number of the last try that started before they were refused. */
  const held = new Map<(decision: Decision) => void, { refusedAfter: number; grantId: string }>();
  const waiting = new Set<(answer: 'wait' | 'over') => void>();
  /** Pushes that wait for a slot, in order of arrival. */
  const queue: { pushState: PushState; go: (answer: 'wait') => void }[] = [];
  let usedSlots = 0;
  /** Aborted when a push is sent again. */
  let idleTimer = new AbortController();
  let tries = 0;
  /** Highest number of a try whose token was accepted. */
  let lastTaken = 0;
  /** Number of tries that had started when the outage began. */
  let triesBefore = 0;
  let isOutage = false;
  let isProbing = false;
  let sinceMs: number | undefined;

  /** @param before settles only pushes that were refused before this try started */
  function settleHeld(decision: Decision, before = Infinity): void {
    for (const [settle, { refusedAfter }] of held) {
      if (refusedAfter >= before) continue;
      held.delete(settle);
      settle(decision);
    }
  }

  function resumeWaiting(answer: 'wait' | 'over'): void {
    for (const go of waiting) go(answer);
    waiting.clear();
  }

  function beginOutage(): void {
    isOutage = true;
    triesBefore = tries;
    onChange(true);
    settleHeld('retry');
    for (const { go } of queue.splice(0)) go('wait');
  }

  /** Frees the slot of a push for the next one. */
  function releaseSlot(pushState: PushState): void {
    if (!pushState.hasSlot) return;
    pushState.hasSlot = false;
    const next = queue.shift();
    if (next) {
      next.pushState.hasSlot = true;
      next.go('wait');
      return;
    }
    usedSlots -= 1;
    void settleUnlessSent();
  }

  /** Settles held pushes if no push is sent for a while. Items may come slowly, so that no other result is to be expected. */
  async function settleUnlessSent(): Promise<void> {
    if (usedSlots || !held.size) return;
    idleTimer.abort();
    idleTimer = new AbortController();
    const { signal } = idleTimer;
    await time.sleep(DECISION_MS, signal);
    if (!signal.aborted) settleHeld('grant');
  }

  function holdPush(refusedAfter: number, grantId: string, signal: AbortSignal): Promise<Decision> {
    const isSettled = new AbortController();
    return new Promise<Decision>((resolve) => {
      const settle = (decision: Decision) => {
        isSettled.abort();
        resolve(decision);
      };
      held.set(settle, { refusedAfter, grantId });
      const stop = () => {
        held.delete(settle);
        settle('grant');
      };
      signal.addEventListener('abort', stop, { signal: isSettled.signal });
      if (signal.aborted) stop();
      // All pushes in flight wait, so none of them can bring a result.
      else if (held.size >= maxInFlight) settleHeld('grant');
      else void settleUnlessSent();
    });
  }

  /** Handles a refused push during an outage. */
  function handleRefusedProbe(pushState: PushState, pauseCount: number): Decision {
    const nowMs = time.now();
    sinceMs ??= nowMs;
    gate.pause(pauseCount, undefined);
    if (!pushState.isProbe) return 'retry';
    pushState.isProbe = false;
    isProbing = false;
    const isOver = nowMs - sinceMs >= timeoutMs;
    // Later pushes wait for the whole timeout again.
    if (isOver) sinceMs = undefined;
    resumeWaiting(isOver ? 'over' : 'wait');
    return isOver ? 'over' : 'retry';
  }

  return {
    async pass(pushState) {
      if (isOutage) {
        if (isProbing) return new Promise((resolve) => waiting.add(resolve));
        isProbing = pushState.isProbe = true;
      } else if (!pushState.hasSlot) {
        if (usedSlots >= concurrency) return new Promise((go) => queue.push({ pushState, go }));
        usedSlots += 1;
        pushState.hasSlot = true;
        idleTimer.abort();
      }
      pushState.tryNumber = tries += 1;
      return 'send';
    },
    succeeded({ tryNumber = 0 }) {
      lastTaken = Math.max(lastTaken, tryNumber);
      for (const [grantId, number] of suspects) if (number < tryNumber) suspects.delete(grantId);
      // The service may have just recovered, so retry each held push once.
      settleHeld('retry', tryNumber);
      // A push that was sent before the outage may have been accepted before it.
      if (!isOutage || tryNumber <= triesBefore) return;
      isOutage = false;
      sinceMs = undefined;
      onChange(false);
      resumeWaiting('wait');
    },
    async refused(pushState, grantId, pauseCount, signal) {
      const { tryNumber = 0, refusedAfter = tries } = pushState;
      // It was refused before, and then the service accepted the token of another push.
      if (lastTaken > refusedAfter) return 'grant';
      pushState.refusedAfter = refusedAfter;
      // If another token was accepted meanwhile, this refusal does not indicate an outage.
      if (lastTaken < tryNumber) suspects.set(grantId, tryNumber);
      releaseSlot(pushState);
      if (!isOutage && suspects.size < GRANTS_IN_A_ROW)
        return holdPush(refusedAfter, grantId, signal);
      if (!isOutage) beginOutage();
      return handleRefusedProbe(pushState, pauseCount);
    },
    isSuspect: (grantId) => suspects.has(grantId),
    isHeld: (grantId) => [...held.values()].some((one) => one.grantId === grantId),
    ended(pushState) {
      releaseSlot(pushState);
      if (!pushState.isProbe) return;
      // The result of the probe says nothing about tokens.
      pushState.isProbe = false;
      isProbing = false;
      resumeWaiting('wait');
    },
  };
}

/** Creates the error of pushes that were not sent because of an outage. */
export const outageError = () =>
  new VaultError(
    'service_error',
    'The service refuses the token of every user, even new ones. Check the service and the settings of the OAuth client.',
    { status: 401 },
  );
