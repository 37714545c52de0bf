import type { TestResult } from '@playwright/test/reporter';

/** Begins the message of each {@link FinalFailure}. */
const HEADLINE = 'Wrong at a server, whatever a second try shows.';

/** Type of the annotation that a {@link FinalFailure} leaves at its test. */
export const FINAL = 'final failure';

/** A server received what it must not receive, or lacks what can no longer come. No second try of the test excuses that. */
export class FinalFailure extends Error {
  override name = 'FinalFailure';

  /** @param reason a message, or the error of an assertion */
  constructor(reason: unknown) {
    super(`${HEADLINE}\n${reason instanceof Error ? reason.message : String(reason)}`);
  }
}

/** Returns whether the message of an error is that of a {@link FinalFailure}. */
export const hasFinalHeadline = (message = ''): boolean => message.includes(HEADLINE);

/** Whether one try of a flow failed finally: the flow is red, and is not tried again. */
export const isFinal = ({
  annotations,
  errors,
}: Pick<TestResult, 'annotations' | 'errors'>): boolean =>
  annotations.some(({ type }) => type === FINAL) ||
  // A worker that crashes loses the annotation.
  errors.some(({ message }) => hasFinalHeadline(message));
