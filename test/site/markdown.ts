import { readFileSync } from 'node:fs';
import { readPages } from '../../docs/site/build/pages.ts';

/** A fenced block of code. */
export interface CodeBlock {
  /** The file and the line at which it begins. */
  place: string;
  path: string;
  language: string;
  /** What the reader does with it: the file to save it in, or the terminal to type it into. */
  title: string | undefined;
  code: string;
}

const FENCE = /^( *)(`{3,})(.*)\n([^]*?)^ *\2 *$/gm;

/** The Markdown files of the site, with their text. */
export const sources = readPages().map((page) => ({
  ...page,
  markdown: readFileSync(page.path, 'utf8'),
}));

/** The fenced blocks of a Markdown text. */
export function blocksOf(path: string, markdown: string): CodeBlock[] {
  return [...markdown.matchAll(FENCE)].map(
    ({ index, 1: indent = '', 3: info = '', 4: text = '' }) => ({
      place: `${path}:${markdown.slice(0, index).split('\n').length}`,
      path,
      language: info.trim().split(/\s/)[0] ?? '',
      title: /\stitle="([^"]+)"/.exec(info)?.[1],
      code: text.replace(new RegExp(`^ {0,${indent.length}}`, 'gm'), '').replace(/\n$/, ''),
    }),
  );
}

/** The pieces of inline code of a Markdown text. */
export function inlineCodeOf(markdown: string): string[] {
  return [...markdown.replace(FENCE, '').matchAll(/(?<![`\\])(`+)(?!`)([^]*?[^`])\1(?!`)/g)].map(
    ([, , code = '']) => {
      const text = code.replace(/\n/g, ' ').replaceAll('\\|', '|');
      return /^ .*[^ ].* $/.test(text) ? text.slice(1, -1) : text;
    },
  );
}

/** What templates of other generators swallow: placeholders of tools, and elements of ours. */
const PLACEHOLDERS =
  /\{\{[^{}\n]+\}\}|\$\{[^{}\n]+\}|\[url\([^)\n]*\)\]|\[%[^%\n]+%\]|\{PASSTHRU:[^}\n]*\}|<\/?(?:endlink-finish|vault-connect|vault-push)\b/g;

/** Each placeholder of a text, and how often it stands there. */
export function countPlaceholders(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [placeholder] of text.matchAll(PLACEHOLDERS))
    counts.set(placeholder, (counts.get(placeholder) ?? 0) + 1);
  return counts;
}
