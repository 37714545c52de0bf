import type { Answer } from '../../src/browser/endlink/lifecycle.ts';

/** What happens to a request, and what its page can read of the answer. */
export interface Fate {
  /** The request reaches the service, which counts it if the token is unused and refuses it otherwise. */
  isProcessed?: boolean;
  /** The buyer's server accepts it, and delivers it later. A request to the service is processed. */
  isAccepted?: boolean;
  /** The page reads this instead of what the service said. */
  answer?: Answer;
}

export const FATES = {
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
  acceptedByRelay: { isProcessed: true, isAccepted: true },
} satisfies Record<string, Fate>;

/** The name of a fate. */
export type FateName = keyof typeof FATES;
export const FATE_NAMES = Object.keys(FATES) as FateName[];
