import type { Rule } from './rule.ts';
import { RULES } from './rules.ts';
import { createSubject } from './subject.ts';
import type { Subject, SubjectOptions } from './subject.ts';
import { NotTested, RuleBroken } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** The result of one rule. */
export interface RuleResult {
  id: string;
  verdict: Verdict;
  /** What was seen, or why the rule was not tested. */
  saw: string;
}

/** How many rules run at the same time. */
const CONCURRENCY = 6;

/**
 * Tests a service rule by rule. Rules that move the clock run one after the other, at the end.
 *
 * @throws Error if a rule has a mistake of its own
 */
export async function testConformance(options: SubjectOptions): Promise<RuleResult[]> {
  const subject = createSubject(options);
  const results = new Map<Rule, RuleResult>();
  const test = async (rule: Rule) => {
    results.set(rule, { id: rule.id, ...(await judge(rule, subject)) });
  };

  const waiting = RULES.filter(({ movesClock }) => !movesClock);
  const work = async () => {
    for (let rule = waiting.shift(); rule; rule = waiting.shift()) await test(rule);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  for (const rule of RULES.filter(({ movesClock }) => movesClock)) await test(rule);
  return RULES.flatMap((rule) => results.get(rule) ?? []);
}

async function judge(rule: Rule, subject: Subject): Promise<Omit<RuleResult, 'id'>> {
  try {
    return { verdict: 'passed', saw: await rule.check(subject) };
  } catch (error) {
    if (error instanceof RuleBroken) return { verdict: 'failed', saw: error.message };
    if (error instanceof NotTested) return { verdict: 'not tested', saw: error.message };
    throw error;
  }
}
