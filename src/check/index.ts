/**
 * Judges a seller's visit to a buyer's pages: turns observations into a finding for each rule. Pure, so that the command and the console share it.
 *
 * @module
 */
export { CONSOLE_CAUSES } from '../protocol/causes.ts';
export { judge } from './judge.ts';
export { hasReport, isWithoutTag } from './verdict.ts';
export { notTested } from './not-tested.ts';
export type {
  Expectation,
  FailedPage,
  MistakenReport,
  Observations,
  Refusal,
  SeenPage,
  SeenPart,
  SeenRelay,
  SeenReport,
  SeenService,
  TokenRequest,
} from './observations.ts';
export type { PageFacts, SelfCheck } from '../protocol/self-check.ts';
export { ENDPOINT, explainPlaceholder, LIKE_ENDPOINT, likelyOutcome } from './report-address.ts';
export { noteTimers, TIMERS_FUNCTION } from './note-timers.ts';
export { ELEMENT_FUNCTION, watchElement } from './watch-element.ts';
export { watchLeaving } from './watch-leaving.ts';
export { watchPageCode } from './watch-page.ts';
export { reportMissingOrigin } from './sandboxed.ts';
export type { VerdictId, VisitFinding } from './verdict.ts';
export type { CauseId } from '../protocol/cause-help.ts';
