import { notChecked, ok } from '../findings/index.ts';
import { CAUSE_HELP, fillIn } from '../protocol/cause-help.ts';
import type { CauseId } from '../protocol/cause-help.ts';
import { capturedRule } from './captured.ts';
import { keptRule } from './kept.ts';
import type { Expectation, Observations } from './observations.ts';
import { opensRule } from './opening.ts';
import { outcomeRule, reportedRule } from './reporting.ts';
import { addressRule, privateRule } from './recipients.ts';
import { serviceRule } from './service.ts';
import { tagRule } from './tag.ts';
import { allPages, VERDICTS } from './verdict.ts';
import type { Details, Rule, VerdictId, VisitFinding } from './verdict.ts';

const RULES: Readonly<Record<VerdictId, Rule>> = {
  opens: opensRule,
  service: serviceRule,
  tag: tagRule,
  captured: capturedRule,
  address: addressRule,
  kept: keptRule,
  private: privateRule,
  reported: reportedRule,
  outcome: outcomeRule,
};

/** Number of sentences of the page's console that are shown with a mistake. */
const MAX_CONSOLE_LINES = 3;

/**
 * Judges a visit: returns a finding for each verdict, in order. A verdict that depends on a broken one is not checked, so that one mistake breaks one
 * verdict.
 */
export function judge(seen: Observations, expectation: Expectation = {}): VisitFinding[] {
  const findings: VisitFinding[] = [];
  for (const [id, title] of Object.entries(VERDICTS) as [VerdictId, string][]) {
    const { needs } = RULES[id];
    const broken = findings.find(
      ({ id: other, verdict }) => needs.includes(other) && verdict === 'failed',
    );
    const result = broken
      ? notChecked(`Skipped because of "${broken.title}".`)
      : applyRule(RULES[id], seen, expectation);
    findings.push({ id, title, ...result });
  }
  return findings;
}

function applyRule(
  { causes, describeUnknown, describeRight }: Rule,
  seen: Observations,
  expectation: Expectation,
): Omit<VisitFinding, 'id' | 'title'> {
  for (const [cause, find] of causes) {
    const details = find(seen, expectation);
    if (details) return describeMistake(cause, details, seen);
  }
  const unknown = describeUnknown?.(seen);
  return unknown === undefined ? ok(describeRight(seen)) : notChecked(unknown);
}

function describeMistake(
  causeId: CauseId,
  details: Details,
  observations: Observations,
): Omit<VisitFinding, 'id' | 'title'> {
  const { seen, remedy, isWarning } = CAUSE_HELP[causeId];
  const sentences = allPages(observations)
    .filter(({ address }) => details.page === address)
    .flatMap(({ problems }) => problems.map(({ sentence }) => sentence));
  const consoleLines = [...new Set(sentences)].slice(0, MAX_CONSOLE_LINES);
  return {
    verdict: isWarning ? 'warning' : 'failed',
    cause: fillIn(seen, details),
    remedy: [fillIn(remedy, details)],
    causeId,
    ...(consoleLines.length > 0 && { consoleLines }),
  };
}
