import { VaultError } from '../../protocol/index.ts';
import type { PauseGate, RunTime } from './pause-gate.ts';

/** So many different grants must be refused in a row, each with a token that was just renewed, until the service is taken for the cause. */
const GRANTS_IN_A_ROW = 5;

/** For how long a push whose token was refused waits for news of others, before its own grant is taken for the cause. */
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
  /** The number of its present try: tries are counted in the order in which they begin. */
  tryNumber?: number;
}

/**
 * A circuit breaker: tells one dead grant from a service that refuses every token. During an outage no token is renewed in vain, nobody is asked to
 * connect again, and one push at a time finds out whether it is over.
 */
export interface Outage {
  /**
   * Waits, during an outage, until this push may be sent.
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
  /** The push has ended, however that was. */
  ended(sending: Sending): void;
}

/** No outage, so far. */
export function createOutage(options: OutageOptions): Outage {
  const { time, gate, concurrency, timeoutMs, onChange } = options;
  /** Grants that were refused since a token was last taken, with the try. */
  const suspects = new Map<string, number>();
  /** Pushes that wait for a verdict. The number is that of the last try that began before they were refused. */
  const held = new Map<(verdict: Verdict) => void, number>();
  const waiting = new Set<(answer: 'wait' | 'over') => void>();
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
    for (const [settle, refusedAfter] of held) {
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
  }

  function hold(refusedAfter: number, signal: AbortSignal): Promise<Verdict> {
    const timer = new AbortController();
    return new Promise<Verdict>((resolve) => {
      const settle = (verdict: Verdict) => {
        timer.abort();
        resolve(verdict);
      };
      held.set(settle, refusedAfter);
      // Nobody else is left who could bring news.
      if (held.size >= concurrency) {
        settleHeld('grant');
        return;
      }
      void time.sleep(VERDICT_MS, AbortSignal.any([signal, timer.signal])).then(() => {
        held.delete(settle);
        settle('grant');
      });
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
      if (isOutage && isProbing) return new Promise((resolve) => waiting.add(resolve));
      sending.tryNumber = tries += 1;
      if (isOutage) isProbing = sending.isProbe = true;
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
      if (!isOutage && suspects.size < GRANTS_IN_A_ROW) return hold(refusedAfter, signal);
      if (!isOutage) begin();
      return again(sending, ticket);
    },
    isSuspect: (grantId) => suspects.has(grantId),
    ended(sending) {
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
