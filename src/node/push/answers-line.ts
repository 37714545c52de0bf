import { isUtf8 } from 'node:buffer';
import { mistakesOfAnswers } from '../../protocol/index.ts';
import type { Answers } from '../../protocol/index.ts';

/** No line is longer, in bytes: neither is a body that the backend takes from a page. */
export const LONGEST_LINE_BYTES = 1_048_576;

/** What a line of a file of answers says. */
export interface AnswersLine {
  subject: string;
  answers: Answers;
}

/** A line, or one sentence for each mistake in it, which quotes none of its values. */
export type ReadLine = { line: AnswersLine; mistakes?: never } | { mistakes: string[] };

const FIELDS = ['subject', 'answers'];

/**
 * Reads `{"subject": "…", "answers": {"question": "answer" or null}}`. Nothing else may stand there.
 *
 * @param bytes UTF-8, without the end of the line
 */
export function readAnswersLine(bytes: Buffer): ReadLine {
  if (!isUtf8(bytes)) return { mistakes: ['This is not UTF-8.'] };
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    return { mistakes: ['This is not JSON.'] };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { mistakes: ['This is not an object with "subject" and "answers".'] };
  }
  const { subject, answers } = value as { subject?: unknown; answers?: unknown };
  const mistakes = Object.keys(value)
    .filter((field) => !FIELDS.includes(field))
    .map((field) => `There is no field ${JSON.stringify(field)}.`);
  if (typeof subject !== 'string' || !subject) mistakes.push('"subject" must be text.');
  if (answers === undefined) mistakes.push('"answers" is missing.');
  else mistakes.push(...mistakesOfAnswers(answers));
  return mistakes.length ? { mistakes } : { line: value as AnswersLine };
}
