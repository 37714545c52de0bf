import { VaultError } from '../../protocol/index.ts';
import type { PauseGate, RunTime } from './pause-gate.ts';

/** So many different grants must be refused in a row, each with a token that was just renewed, until the service is taken for the cause. */
export const GRANTS_IN_A_ROW = 5;

/** For how long a push whose token was refused waits for another to be sent, before its own grant is taken for the cause. */
const VERDICT_MS = 2000;

/** What is to be done about a refused token: its grant is dead; the push is to be tried again; the service has refused every token for too long. */
type Verdict = 'grant' | 'retry' | 'over';

/** What an {@link Outage} works with. */
export interface OutageOptions {
  time: RunTime;
  /** Makes everybody wait between two probes. */
  gate: PauseGate;
  /** How many pushes are sent at a time. */
  concurrency: number;
  /** How many pushes are begun at a time, those that wait included. */
  mostBegun: number;
  /** How long an outage may last, in milliseconds, until the pushes that wait fail. */
  timeoutMs: number;
  /** Called when an outage begins, and when it ends. */
  onChange: (isOutage: boolean) => void;
}

/** One push, as an {@link Outage} knows it. */
export interface Sending {
  /** How many tries had begun when the token of this one was refused for the first time. */
  refusedAfter?: number;
  isProbe?: boolean;
  /** Whether it is one of the pushes that may be sent at a time. */
  hasTurn?: boolean;
  /** The number of its present try: tries are counted in the order in which they begin. */
  tryNumber?: number;
}

/**
 * A circuit breaker: tells one dead grant from a service that refuses every token. During an outage no token is renewed in vain, nobody is asked to
 * connect again, and one push at a time finds out whether it is over.
 */
export interface Outage {
  /**
   * Waits until this push may be sent: for its turn, or during an outage for news. A push whose token was refused has no turn while it waits for
   * news, so that others can bring it.
   *
   * @returns `send`; `wait`: to pass the gate again before; `over`: the outage has lasted too long
   */
  pass(sending: Sending): Promise<'send' | 'wait' | 'over'>;
  /** The service took the token. */
  succeeded(sending: Sending): void;
  /** The token of the grant was refused although it is new. @returns why, once that is known */
  refused(sending: Sending, grantId: string, ticket: number, signal: AbortSignal): Promise<Verdict>;
  /** Whether the grant is one of those that were refused of late. */
  isSuspect(grantId: string): boolean;
  /** Whether a push of the grant waits for a verdict. */
  isHeld(grantId: string): boolean;
  /** The push has ended, however that was. */
  ended(sending: Sending): void;
}

/** No outage, so far. */
export function createOutage(options: OutageOptions): Outage {
  const { time, gate, concurrency, mostBegun, timeoutMs, onChange } = options;
  /** Grants that were refused since a token was last taken, with the try. */
  const suspects = new Map<string, number>();
  /** Pushes that wait for a verdict, with the number of the last try that began before they were refused. */
  const held = new Map<(verdict: Verdict) => void, { refusedAfter: number; grantId: string }>();
  const waiting = new Set<(answer: 'wait' | 'over') => void>();
  /** Pushes that wait for their turn, the first one first. */
  const queue: { sending: Sending; go: (answer: 'wait') => void }[] = [];
  let turns = 0;
  /** Aborted: somebody is sent again. */
  let idle = new AbortController();
  let tries = 0;
  /** The last try, in the order in which they begin, whose token was taken. */
  let lastTaken = 0;
  /** How many tries had begun when the outage did. */
  let triesBefore = 0;
  let isOutage = false;
  let isProbing = false;
  let sinceMs: number | undefined;

  /** @param before those alone who were refused before this try began */
  function settleHeld(verdict: Verdict, before = Infinity): void {
    for (const [settle, { refusedAfter }] of held) {
      if (refusedAfter >= before) continue;
      held.delete(settle);
      settle(verdict);
    }
  }

  function wake(answer: 'wait' | 'over'): void {
    for (const go of waiting) go(answer);
    waiting.clear();
  }

  function begin(): void {
    isOutage = true;
    triesBefore = tries;
    onChange(true);
    settleHeld('retry');
    for (const { go } of queue.splice(0)) go('wait');
  }

  /** Gives the turn of a push to the next one. */
  function giveUpTurn(sending: Sending): void {
    if (!sending.hasTurn) return;
    sending.hasTurn = false;
    const next = queue.shift();
    if (next) {
      next.sending.hasTurn = true;
      next.go('wait');
      return;
    }
    turns -= 1;
    void settleUnlessSent();
  }

  /** Items may come slowly: where nothing is sent for a while, no news is to be expected. */
  async function settleUnlessSent(): Promise<void> {
    if (turns || !held.size) return;
    idle.abort();
    idle = new AbortController();
    const { signal } = idle;
    await time.sleep(VERDICT_MS, signal);
    if (!signal.aborted) settleHeld('grant');
  }

  function hold(refusedAfter: number, grantId: string, signal: AbortSignal): Promise<Verdict> {
    const isSettled = new AbortController();
    return new Promise<Verdict>((resolve) => {
      const settle = (verdict: Verdict) => {
        isSettled.abort();
        resolve(verdict);
      };
      held.set(settle, { refusedAfter, grantId });
      const stop = () => {
        held.delete(settle);
        settle('grant');
      };
      signal.addEventListener('abort', stop, { signal: isSettled.signal });
      if (signal.aborted) stop();
      // Nobody else is left who could bring news.
      else if (held.size >= mostBegun) settleHeld('grant');
      else void settleUnlessSent();
    });
  }

  /** A probe was refused. */
  function again(sending: Sending, ticket: number): Verdict {
    const nowMs = time.now();
    sinceMs ??= nowMs;
    gate.pause(ticket, undefined);
    if (!sending.isProbe) return 'retry';
    sending.isProbe = false;
    isProbing = false;
    const isOver = nowMs - sinceMs >= timeoutMs;
    // Whoever comes later waits as long again.
    if (isOver) sinceMs = undefined;
    wake(isOver ? 'over' : 'wait');
    return isOver ? 'over' : 'retry';
  }

  return {
    async pass(sending) {
      if (isOutage) {
        if (isProbing) return new Promise((resolve) => waiting.add(resolve));
        isProbing = sending.isProbe = true;
      } else if (!sending.hasTurn) {
        if (turns >= concurrency) return new Promise((go) => queue.push({ sending, go }));
        turns += 1;
        sending.hasTurn = true;
        idle.abort();
      }
      sending.tryNumber = tries += 1;
      return 'send';
    },
    succeeded({ tryNumber = 0 }) {
      lastTaken = Math.max(lastTaken, tryNumber);
      for (const [grantId, number] of suspects) if (number < tryNumber) suspects.delete(grantId);
      // The service may have begun to take tokens just now, so each of them is tried once more.
      settleHeld('retry', tryNumber);
      // What was sent before may have been taken before.
      if (!isOutage || tryNumber <= triesBefore) return;
      isOutage = false;
      sinceMs = undefined;
      onChange(false);
      wake('wait');
    },
    async refused(sending, grantId, ticket, signal) {
      const { tryNumber = 0, refusedAfter = tries } = sending;
      // It was refused before, and then the token of another was taken.
      if (lastTaken > refusedAfter) return 'grant';
      sending.refusedAfter = refusedAfter;
      // Where another has been taken meanwhile, this one says nothing of the service.
      if (lastTaken < tryNumber) suspects.set(grantId, tryNumber);
      giveUpTurn(sending);
      if (!isOutage && suspects.size < GRANTS_IN_A_ROW) return hold(refusedAfter, grantId, signal);
      if (!isOutage) begin();
      return again(sending, ticket);
    },
    isSuspect: (grantId) => suspects.has(grantId),
    isHeld: (grantId) => [...held.values()].some((one) => one.grantId === grantId),
    ended(sending) {
      giveUpTurn(sending);
      if (!sending.isProbe) return;
      // It ended in something that says nothing of tokens.
      sending.isProbe = false;
      isProbing = false;
      wake('wait');
    },
  };
}

/** The error of pushes that were not sent because of an outage. */
export const outageError = () =>
  new VaultError(
    'service_error',
    'The service refuses the token of every user, new ones too: something is wrong there, or with the settings of the client.',
    { status: 401 },
  );
