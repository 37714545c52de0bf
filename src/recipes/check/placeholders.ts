import type { RedirectTool } from '../tool.ts';
import { TOOLS } from '../tools.ts';

/** A placeholder in an address. */
export interface FoundPlaceholder {
  text: string;
  /** The tool that replaces it. `undefined`: the service, in the endlink URL. */
  tool: RedirectTool | undefined;
  /** The field or variable that it names; empty if it names none. */
  name: string;
}

/** An address whose placeholders are replaced by single characters, since they hold characters that divide a URL. */
export interface MarkedText {
  text: string;
  placeholders: readonly FoundPlaceholder[];
}

interface Dialect {
  pattern: RegExp;
  tool: RedirectTool | undefined;
}

const REDIRECTING = TOOLS.filter((tool): tool is RedirectTool => tool.class === 'redirect');

/** Placeholders of all tools, the longest first: `{NAME}` is part of most others. */
const DIALECTS: readonly Dialect[] = [
  ...REDIRECTING.filter(({ placeholder }) => placeholder.length > '{{NAME}}'.length)
    .sort(byLength)
    .map(dialectOf),
  { pattern: /\{\{([^{}]*)\}\}/g, tool: undefined },
  ...REDIRECTING.filter(({ placeholder }) => placeholder && placeholder.length < '{{NAME}}'.length)
    .sort(byLength)
    .map(dialectOf),
];

function byLength(one: RedirectTool, other: RedirectTool): number {
  return other.placeholder.length - one.placeholder.length;
}

/** Returns the pattern for the placeholder of a tool, with any name in it. */
function dialectOf(tool: RedirectTool): Dialect {
  const source = tool.placeholder
    .replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
    .replaceAll('"', '["\'“”]?')
    .replaceAll(' ', String.raw`\s*`)
    .replace('fallback:missing', 'fallback:[^#]*')
    .replace('NAME', '([^{}()"\'“”&#/@\\s]*)');
  // Require "=" before "@": otherwise a mail address in a query looks like a placeholder.
  const before = tool.placeholder.startsWith('@') ? '(?<==)' : '';
  return { pattern: new RegExp(before + source, 'g'), tool };
}

const FIRST_MARK = 0xe000;

/** Replaces each placeholder by one character of the private use area. */
export function markPlaceholders(address: string): MarkedText {
  const placeholders: FoundPlaceholder[] = [];
  let text = address;
  for (const { pattern, tool } of DIALECTS) {
    text = text.replace(pattern, (found: string, name: string | number) => {
      placeholders.push({ text: found, tool, name: typeof name === 'string' ? name : '' });
      return String.fromCharCode(FIRST_MARK + placeholders.length - 1);
    });
  }
  return { text, placeholders };
}

/** Returns the placeholder that is the whole of `value`. */
export const placeholderOf = (
  value: string,
  { placeholders }: MarkedText,
): FoundPlaceholder | undefined =>
  value.length === 1 ? placeholders[value.charCodeAt(0) - FIRST_MARK] : undefined;

/** Returns whether `value` holds a placeholder. */
export const holdsPlaceholder = (value: string): boolean => /[\uE000-\uE0FF]/.test(value);

/** Returns a part of a marked address with its placeholders as they stood in it. */
export const withPlaceholders = (part: string, { placeholders }: MarkedText): string =>
  part.replace(
    /[\uE000-\uE0FF]/g,
    (mark) => placeholders[mark.charCodeAt(0) - FIRST_MARK]?.text ?? '',
  );
