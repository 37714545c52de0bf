/** So wide is a terminal at least. */
const COLUMNS = 80;

/**
 * Breaks a sentence into lines for a terminal. A word that is longer than a line stays whole, so that an address can be copied.
 *
 * @param columns how wide the lines may be
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
