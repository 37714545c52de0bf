/** Minimum width of a terminal. */
const COLUMNS = 80;

/**
 * Wraps text for a terminal. Does not break long words, so that a URL can be copied.
 *
 * @param columns maximum line width
 */
export function wrap(text: string, columns = COLUMNS): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else {
      line += line ? ` ${word}` : word;
    }
  }
  return [...lines, line];
}
