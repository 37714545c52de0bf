import { OUTCOMES } from 'vaultlink/protocol';
import type { Outcome } from 'vaultlink/protocol';
import type { startProcess } from '../bff/outcomes/setup.ts';
import type { DyingProcess } from '../bff/outcomes/dying-process.ts';

/** Behaviour of a seller, drawn before the run. */
interface SellerPlan {
  token: string;
  outcome: Outcome;
  /** Time when the page reports. */
  arrivesAtMs: number;
  /** Time since the landing. */
  ageMs: number;
  /** Time for which the page stays open after its first answer. A page without an answer tries again. */
  staysMs: number;
  /** The page reports another outcome, too: the seller went back. */
  hasSecondThoughts: boolean;
}

/** A seller with a page. */
export interface Seller extends SellerPlan {
  /** Returns `true` if the backend has ever confirmed that it has the outcome. */
  isPromised(): boolean;
  /** Returns `true` if the backend has taken another outcome after the first. */
  hasBroken(): boolean;
  isHere(nowMs: number): boolean;
  hasLeft(nowMs: number): boolean;
  /** Reports the outcome, or asks for its result. */
  act(nowMs: number, relay: Relay, life: DyingProcess): Promise<void>;
}

type Relay = ReturnType<typeof startProcess>['relay'];

export function createSeller(plan: SellerPlan): Seller {
  const { token, outcome, arrivesAtMs, ageMs, staysMs } = plan;
  let isPromised = false;
  let isEnded = false;
  let hasBroken = false;
  let leavesAtMs = Infinity;
  let asksAtMs = arrivesAtMs;
  let hasSecondThoughts = plan.hasSecondThoughts;
  const otherOutcome = OUTCOMES.find((one) => one !== outcome) ?? outcome;
  const hasLeft = (nowMs: number) => isEnded || nowMs >= leavesAtMs;

  return {
    ...plan,
    isPromised: () => isPromised,
    hasBroken: () => hasBroken,
    hasLeft,
    isHere: (nowMs) => nowMs >= asksAtMs && !hasLeft(nowMs),
    async act(nowMs, relay, life) {
      const call = (reported: string) =>
        Promise.race([
          relay(reported, token, { age_seconds: (nowMs - arrivesAtMs + ageMs) / 1000 }),
          life.death.then(() => undefined),
        ]);
      const answer = await call(outcome);
      asksAtMs = nowMs + Number(answer?.retryAfter ?? 10) * 1000;
      if (!answer || answer.status >= 500 || answer.status === 429) return;
      isPromised ||= answer.status < 300;
      isEnded = answer.status !== 202;
      leavesAtMs = Math.min(leavesAtMs, nowMs + staysMs);
      if (!hasSecondThoughts) return;
      hasSecondThoughts = false;
      const second = await call(otherOutcome);
      hasBroken ||= second !== undefined && second.status < 300;
    },
  };
}
