import { landingRules } from './landing-rules.ts';
import { leakRules } from './leak-rules.ts';
import type { Expectation, Observations } from './observations.ts';
import { reportRules } from './report-rules.ts';
import type { Rule } from './rule.ts';
import { notChecked, RULES } from './verdict.ts';
import type { RuleId, Verdict } from './verdict.ts';

const JUDGES: Readonly<Record<RuleId, Rule>> = { ...landingRules, ...leakRules, ...reportRules };

/**
 * Judges a visit: returns a verdict for each rule, in order. A rule that depends on a broken one is not checked, so that one mistake gives one "no".
 */
export function judge(seen: Observations, expectation: Expectation = {}): Verdict[] {
  const verdicts: Verdict[] = [];
  for (const [rule, title] of Object.entries(RULES) as [RuleId, string][]) {
    const { needs, judge: judgeRule } = JUDGES[rule];
    const broken = verdicts.find(({ rule: other, mark }) => needs.includes(other) && mark === 'no');
    const finding = broken
      ? notChecked(`Skipped because of "${broken.title}".`)
      : judgeRule(seen, expectation);
    verdicts.push({ rule, title, ...finding });
  }
  return verdicts;
}

/** Returns whether no rule is broken. */
export const isRight = (verdicts: readonly Verdict[]): boolean =>
  verdicts.every(({ mark }) => mark !== 'no');
