/** A line of a page's HTML. */
export interface SourceLine {
  text: string;
  /** It is one of those that Vaultlink needs. */
  isOurs: boolean;
}

/** Marks what stands in a survey page for the playground alone. */
const PLAYGROUND_LINE = /playground\.js|survey\.css|http-equiv|viewport|charset/;

const OUR_LINE = /vaultlink\.js|<endlink-finish/;

/** The HTML of a survey page as one would copy it: without what is there for the playground alone, and without the look. */
export function sourceLines(html: string): SourceLine[] {
  return html
    .trim()
    .split('\n')
    .filter((line) => !PLAYGROUND_LINE.test(line))
    .map((text) => ({ text, isOurs: OUR_LINE.test(text) }));
}
