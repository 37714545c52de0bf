import type { ConformanceReport, RuleResult } from './conformance.ts';
import { RULES } from './rules.ts';

/**
 * Reads a list of rules that are expected to fail: the id of one rule in each line. What follows a `#` is a comment.
 *
 * @throws Error with a line for each rule that does not exist
 */
export function readExpected(text: string): ReadonlySet<string> {
  const known = new Set(RULES.map(({ id }) => id));
  const expected = new Set<string>();
  const mistakes: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const id = line.replace(/#.*/, '').trim();
    if (id === '') continue;
    if (known.has(id)) expected.add(id);
    else mistakes.push(`line ${index + 1}: there is no rule "${id}"`);
  }
  if (mistakes.length) throw new Error(mistakes.join('\n'));
  return expected;
}

/** Formats the list for the rules that fail now. */
export function formatExpected({ results }: ConformanceReport): string {
  const failed = results.filter(({ verdict }) => verdict === 'failed');
  const lines = failed.map(({ id, title }) => `${id}  # ${title}\n`);
  return `# Rules that are expected to fail: "vaultlink conformance --expected".\n${lines.join('')}`;
}

/** Whether a result makes the run fail: a rule fails without being expected to, or passes although it is expected to fail. */
export const isUnexpected = ({ verdict, isExpectedToFail }: RuleResult): boolean =>
  verdict === (isExpectedToFail ? 'passed' : 'failed');
