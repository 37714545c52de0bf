import type { AttemptStep, AttemptSteps } from '../../src/browser/endlink/attempt.ts';

/** Runs the steps of an attempt, and leaves out those that `isLeftOut` names. */
export function* withoutStep<Result>(
  steps: AttemptSteps<Result>,
  isLeftOut: (step: AttemptStep) => boolean,
): AttemptSteps<Result> {
  let next = steps.next({});
  while (!next.done) next = steps.next(isLeftOut(next.value) ? {} : yield next.value);
  return next.value;
}

/** Runs the steps of an attempt as if no other tab had told anything. */
export function* withoutMark<Result>(steps: AttemptSteps<Result>): AttemptSteps<Result> {
  let next = steps.next({});
  while (!next.done) next = steps.next({ ...(yield next.value), mark: undefined });
  return next.value;
}
