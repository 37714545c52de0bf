import type { startOAuth } from '../../../oauth-driver.ts';

/** The cases of §7, as the first column of its table has them. */
export const CASES = {
  authentication: 'Authentication failure on a request (for example an invalid token)',
  expired: 'Push with an expired access token',
  other: 'Any other error, such as data validation',
  reuse: 'Endlink token used a second time',
  failure: 'Endlink call fails with a non-2xx status',
} as const;

export type Driver = ReturnType<typeof startOAuth>;

/** What a caller gets: the status, and the shape of the body. */
export type Answer = `${number} ${'error' | 'errors' | 'page' | 'empty' | 'text'}` | 'cut' | 'back';

/** A mistake of a buyer, and what the log says about it. */
export interface Refusal {
  case: keyof typeof CASES;
  what: string;
  /** Makes the mistake. The last request to the service is the one that is refused. */
  act: (driver: Driver) => Promise<unknown>;
  /** `back`: the browser goes back to the client with an error. */
  answer: Answer;
  /** `null`: the sandbox refuses, and not the service. */
  section: string | null;
  /** All of it; the end of a token is `…xxxx`. */
  sentence: string;
}

/** One line of a table of refusals. */
export const refusal = (
  section7: keyof typeof CASES,
  what: string,
  act: (driver: Driver) => Promise<unknown>,
  ...[answer, section, sentence]: [Answer, string | null, string]
): Refusal => ({ case: section7, what, act, answer, section, sentence });

/** What an unknown token may be. */
export const NEVER_ISSUED =
  'was never issued here, or was forgotten by a reset, by a restart without --data, or when its seller, packet or client was deleted.';
