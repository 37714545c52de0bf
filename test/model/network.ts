import type { Answer } from '../../src/browser/endlink/lifecycle.ts';
import type { Outcome } from 'vaultlink/protocol';
import type { Page } from './tab.ts';

/** What happens to a request, and what its page can read of the answer. */
interface Fate {
  /** The request reaches the service, which counts it if the token is unused and refuses it otherwise. */
  isProcessed?: boolean;
  /** The page reads this instead of what the service said. */
  answer?: Answer;
}

const FATES = {
  answered: { isProcessed: true },
  answerLost: { isProcessed: true, answer: { status: 0 } },
  requestLost: { answer: { status: 0 } },
  unsent: { answer: { status: 0, isUnsent: true } },
  redirected: { answer: { status: 0, isRedirect: true } },
  timedOut: { answer: { status: 408 } },
  timedOutAfterCounting: { isProcessed: true, answer: { status: 408 } },
  tooEarly: { answer: { status: 425 } },
  tooMany: { answer: { status: 429 } },
  failed: { answer: { status: 500 } },
  failedAfterCounting: { isProcessed: true, answer: { status: 500 } },
  acceptedByRelay: { isProcessed: true, answer: { status: 202, isAccepted: true } },
} satisfies Record<string, Fate>;

export type FateName = keyof typeof FATES;
export const FATE_NAMES = Object.keys(FATES) as FateName[];

interface Request {
  page: Page;
  outcome: Outcome;
  answer?: Answer;
  resolve: (answer: Answer) => void;
}

/** The service that counts the first outcome of the token, behind an unreliable network. */
export class Network {
  readonly inFlight: Request[] = [];
  /** The outcome of every request that a page made. */
  readonly sent: Outcome[] = [];
  /** What the service has counted. `elsewhere`: another browser used the token before. */
  counted: Outcome | 'elsewhere' | undefined;

  constructor(isUsed: boolean) {
    this.counted = isUsed ? 'elsewhere' : undefined;
  }

  send(page: Page, outcome: Outcome): Promise<Answer> {
    this.sent.push(outcome);
    return new Promise((resolve) => this.inFlight.push({ page, outcome, resolve }));
  }

  /** Lets a request meet its fate. Its page may read the answer much later, or never. */
  process(index: number, fate: FateName): void {
    const request = this.inFlight[index % this.inFlight.length];
    if (!request || request.answer) return;
    const { isProcessed, answer }: Fate = FATES[fate];
    const isFirst = this.counted === undefined;
    if (isProcessed) this.counted ??= request.outcome;
    request.answer = answer ?? { status: isFirst ? 200 : 422 };
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
