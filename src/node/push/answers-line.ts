import { isUtf8 } from 'node:buffer';
import { mistakesOfAnswers } from '../../protocol/index.ts';
import type { Answers } from '../../protocol/index.ts';
import { repeatedKeysIn } from './repeated-keys.ts';

/** Maximum length of a line in bytes; the same as the backend's limit for a request body. */
export const MAX_LINE_BYTES = 1_048_576;

/** The content of a line in an answers file. */
export interface AnswersLine {
  subject: string;
  answers: Answers;
}

/** A parsed line, or one sentence for each mistake in it. The sentences quote none of its values. */
export type ReadLine = { line: AnswersLine; mistakes?: never } | { mistakes: string[] };

const FIELDS = ['subject', 'answers'];

/**
 * Parses `{"subject": "…", "answers": {"question": "answer" or null}}`. Other fields are mistakes.
 *
 * @param bytes UTF-8, without the line end
 */
export function readAnswersLine(bytes: Buffer): ReadLine {
  if (!isUtf8(bytes)) return { mistakes: ['The line is not UTF-8.'] };
  const text = bytes.toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { mistakes: ['The line is not JSON.'] };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { mistakes: ['The line is not an object with "subject" and "answers".'] };
  }
  const { subject, answers } = value as { subject?: unknown; answers?: unknown };
  const mistakes = Object.keys(value)
    .filter((field) => !FIELDS.includes(field))
    .map((field) => `The field ${JSON.stringify(field)} is not allowed.`);
  mistakes.push(
    ...repeatedKeysIn(text).map((key) => `${JSON.stringify(key)} occurs more than once.`),
  );
  if (typeof subject !== 'string' || !subject) mistakes.push('"subject" must be text.');
  if (answers === undefined) mistakes.push('"answers" is missing.');
  else mistakes.push(...mistakesOfAnswers(answers));
  return mistakes.length ? { mistakes } : { line: value as AnswersLine };
}
