import type { Answer } from '../../src/browser/endlink/lifecycle.ts';
import type { Outcome } from 'vaultlink/protocol';
import { FATES } from './fates.ts';
import type { Fate, FateName } from './fates.ts';
import type { Page } from './tab.ts';

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
