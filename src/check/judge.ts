import { notChecked, type Finding } from '../findings/index.ts';
import { landingRules } from './landing-rules.ts';
import { leakRules } from './leak-rules.ts';
import type { Expectation, Observations } from './observations.ts';
import { reportRules } from './report-rules.ts';
import { RULES, type Rule, type RuleId } from './rule.ts';
import { serviceRules } from './service-rules.ts';

const JUDGES: Readonly<Record<RuleId, Rule>> = {
  ...landingRules,
  ...serviceRules,
  ...leakRules,
  ...reportRules,
};

/**
 * Judges a visit: returns a finding for each rule, in order. A rule that depends on a broken one is not checked, so that one mistake fails one rule.
 */
export function judge(seen: Observations, expectation: Expectation = {}): Finding<RuleId>[] {
  const findings: Finding<RuleId>[] = [];
  for (const [id, title] of Object.entries(RULES) as [RuleId, string][]) {
    const { needs, judge: judgeRule } = JUDGES[id];
    const broken = findings.find(
      ({ id: other, verdict }) => needs.includes(other) && verdict === 'failed',
    );
    const result = broken
      ? notChecked(`Skipped because of "${broken.title}".`)
      : judgeRule(seen, expectation);
    findings.push({ id, title, ...result });
  }
  return findings;
}
