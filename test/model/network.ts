import type { Answer, AttemptKind } from '../../src/browser/endlink/lifecycle.ts';
import type { Outcome } from 'vaultlink/protocol';
import { FATES } from './fates.ts';
import type { Fate, FateName } from './fates.ts';
import type { Page } from './tab.ts';

const ACCEPTED: Answer = { status: 202, delivery: 'accepted' };

interface Request {
  page: Page;
  outcome: Outcome;
  kind: AttemptKind;
  answer?: Answer;
  resolve: (answer: Answer) => void;
}

/** The service that counts the first outcome of the token, and the buyer's server in front of it, behind an unreliable network. */
export class Network {
  readonly inFlight: Request[] = [];
  /** The outcome of every request that a page made. */
  readonly sent: Outcome[] = [];
  /** What the service has counted. `elsewhere`: another browser used the token before. */
  counted: Outcome | 'elsewhere' | undefined;

  /** Number of requests that the buyer's server has answered with `accepted`. */
  acceptedCount = 0;
  /** Answer of the buyer's server. `undefined`: it has taken no outcome. */
  #delivery: Answer | undefined;

  constructor(isUsed: boolean) {
    this.counted = isUsed ? 'elsewhere' : undefined;
  }

  send(page: Page, outcome: Outcome, kind: AttemptKind): Promise<Answer> {
    this.sent.push(outcome);
    return new Promise((resolve) => this.inFlight.push({ page, outcome, kind, resolve }));
  }

  /** Lets a request meet its fate. Its page may read the answer much later, or never. */
  process(index: number, fate: FateName): void {
    const request = this.inFlight[index % this.inFlight.length];
    if (!request || request.answer) return;
    const { isProcessed, isAccepted, answer }: Fate = FATES[fate];
    const processed = isProcessed ? this.#receive(request, !!isAccepted) : undefined;
    request.answer = answer ?? processed ?? { status: 0 };
  }

  #receive({ outcome, kind }: Request, isAccepted: boolean): Answer {
    if (kind === 'direct') return this.#count(outcome);
    if (isAccepted) this.#delivery ??= ACCEPTED;
    else if (!this.#delivery || this.#delivery === ACCEPTED) this.#delivery = this.#count(outcome);
    if (this.#delivery === ACCEPTED) this.acceptedCount += 1;
    return this.#delivery;
  }

  #count(outcome: Outcome): Answer {
    const isFirst = this.counted === undefined;
    this.counted ??= outcome;
    return { status: isFirst ? 200 : 422 };
  }

  /**
   * Lets the page of a request read the answer.
   *
   * @returns whether the page is still alive
   */
  answer(index: number): boolean {
    const request = this.inFlight[index % this.inFlight.length];
    if (!request?.answer) return false;
    this.inFlight.splice(this.inFlight.indexOf(request), 1);
    if (!request.page.isAlive) return false;
    request.page.isSending = false;
    request.resolve(request.answer);
    return true;
  }
}
