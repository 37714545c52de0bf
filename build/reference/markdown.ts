/**
 * Markdown for the pages of the reference.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { format } from 'prettier';

/** Returns text as code. */
export const code = (text: string): string => `\`${text}\``;

/** Returns a piece of code on lines of its own. */
export const codeBlock = (language: string, text: string): string =>
  `\`\`\`${language}\n${text}\n\`\`\``;

/** Returns the name of an anchor: as a heading of this text gets it on GitHub and on the site. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Returns an anchor for what has no heading, such as the line of a list. */
export const anchor = (id: string): string => `<a id="${id}"></a>`;

/** Returns a list: what a reader looks up stands first in each line. A phone has no room for a second column. */
export const list = (lines: readonly string[]): string =>
  lines.map((line) => `- ${line.replace(/\s*\n\s*/g, ' ')}`).join('\n');

/** Returns the values behind a name, if the type is a choice of a few and the text does not name them. Editors show other types. */
export function valuesIn(type: string, text: string): string {
  const choice = type.replace(/ \| undefined$/, '').replaceAll('"', "'");
  const values = choice.split(' | ');
  if (choice.length > 200 || !values.every((value) => /^'[^']*'$/.test(value))) return '';
  if (values.every((value) => text.includes(code(value.slice(1, -1))))) return '';
  return ` (${code(choice)})`;
}

/** Returns prose without what Markdown would take for a tag. Code in it stays. */
export const prose = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;')))
    .join('');

/** Returns the first sentence of a text. */
export const firstSentence = (text: string): string => /^[^]*?\.(?= |$)/.exec(text)?.[0] ?? text;

/** Returns text that begins with a capital letter and ends with a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed) return '';
  const capital = trimmed.slice(0, 1).toUpperCase() + trimmed.slice(1);
  return /[.!?:]$/.test(capital) ? capital : `${capital}.`;
}

/** Returns a page, formatted. */
export async function pageOf(
  title: string,
  source: string,
  parts: readonly string[],
): Promise<string> {
  const text = `# ${title}

<!-- Generated from ${source} by "npm run docs:reference". -->

${parts.filter(Boolean).join('\n\n')}
`;
  const style = JSON.parse(readFileSync('.prettierrc.json', 'utf8')) as object;
  // Not aligned: the cells of a wide table would be mostly spaces.
  return format(text, { ...style, parser: 'markdown', proseWrap: 'never' });
}
