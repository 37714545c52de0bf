import type { ConformanceAdapter } from './adapter.ts';
import type { Rule } from './rule.ts';
import { RULES } from './rules.ts';
import { createSecrets } from './secrets.ts';
import { createSubject } from './subject.ts';
import type { Note, Subject } from './subject.ts';
import { AdapterFailed, NotTested, RuleBroken } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** The result of one rule. */
export interface RuleResult {
  id: string;
  /** The first one decides the group. */
  sections: readonly [string, ...string[]];
  title: string;
  /** What the interface says, to the letter. */
  text: string;
  verdict: Verdict;
  /** Whether the rule stands in the list of expected failures. */
  isExpectedToFail: boolean;
  /** What was seen, or why the rule was not tested. Contains no secret. */
  saw: string;
}

/** Something that the interface leaves open, as this service does it. */
interface Observation {
  section: string;
  what: string;
  value: string;
}

/** The result of all rules. */
export interface ConformanceReport {
  baseUrl: string;
  results: RuleResult[];
  observations: Observation[];
  /** What the first function of the adapter said that failed. */
  adapterError: string | undefined;
}

/** What is tested, and how. */
export interface ConformanceOptions {
  /** Without a slash at its end. */
  baseUrl: string;
  adapter?: ConformanceAdapter;
  /** Ids of the rules that are expected to fail. They run as all others. */
  expectedToFail?: ReadonlySet<string>;
  /** Default: the global one. */
  fetch?: typeof fetch;
}

/** How many rules run at the same time. */
const CONCURRENCY = 6;

/**
 * Tests a service rule by rule. Rules that move the clock run one after the other, at the end.
 *
 * @throws Error if a rule has a mistake of its own
 */
export async function testConformance({
  baseUrl,
  adapter = {},
  expectedToFail = new Set(),
  fetch = globalThis.fetch,
}: ConformanceOptions): Promise<ConformanceReport> {
  const secrets = createSecrets();
  const subject = createSubject({ baseUrl, fetch, adapter, secrets });
  const observations = new Map<string, Observation>();
  const results = new Map<Rule, RuleResult>();
  let adapterError: string | undefined;

  async function test(rule: Rule): Promise<void> {
    const note: Note = (section, what, value) => {
      const observation = { section, what, value: secrets.hide(String(value)) };
      observations.set(JSON.stringify(observation), observation);
    };
    const { verdict, saw, error } = await judge(rule, { ...subject, note });
    if (error instanceof AdapterFailed) adapterError ??= secrets.hide(saw);
    const { id, sections, title, text } = rule;
    results.set(rule, {
      ...{ id, sections, title, text, verdict },
      isExpectedToFail: expectedToFail.has(id),
      saw: secrets.hide(saw),
    });
  }

  const waiting = RULES.filter(({ movesClock }) => !movesClock);
  const work = async () => {
    for (let rule = waiting.shift(); rule; rule = waiting.shift()) await test(rule);
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    for (const rule of RULES.filter(({ movesClock }) => movesClock)) await test(rule);
  } finally {
    await subject.close().catch((error: unknown) => {
      if (error instanceof AdapterFailed) adapterError ??= secrets.hide(error.message);
    });
  }
  return {
    baseUrl,
    results: RULES.flatMap((rule) => results.get(rule) ?? []),
    observations: [...observations.values()].sort(
      (a, b) => bySection(a.section, b.section) || a.what.localeCompare(b.what),
    ),
    adapterError,
  };
}

/** Orders sections as the interface does. */
export const bySection = (a: string, b: string): number =>
  a.localeCompare(b, 'en', { numeric: true });

async function judge(
  rule: Rule,
  subject: Subject,
): Promise<{ verdict: Verdict; saw: string; error?: unknown }> {
  try {
    return { verdict: 'passed', saw: await rule.check(subject) };
  } catch (error) {
    if (error instanceof RuleBroken) return { verdict: 'failed', saw: error.message };
    if (error instanceof NotTested) return { verdict: 'not tested', saw: error.message, error };
    throw error;
  }
}
