import { isUtf8 } from 'node:buffer';
import { mistakesOfAnswers, type Answers } from '../../protocol/index.ts';

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

/** A string, or a character that opens, closes or separates. Numbers and words are skipped. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/**
 * Returns the keys that an object in a text has more than once. `JSON.parse` keeps only the last of their values, and says nothing.
 *
 * @param json valid JSON
 */
export function repeatedKeysIn(json: string): string[] {
  const repeated = new Set<string>();
  /** The keys of each open object, and `undefined` for each open list. */
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const keys = open.at(-1);
      // The same key may be escaped in different ways.
      const key = JSON.parse(last) as string;
      if (keys?.has(key)) repeated.add(key);
      keys?.add(key);
    }
    last = token;
  }
  return Array.from(repeated);
}
