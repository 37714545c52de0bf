/** A part of a page's HTML. */
export interface SourcePart {
  text: string;
  /** Vaultlink needs it. */
  isOurs: boolean;
}

/** What stands in a survey page for the playground alone, and for the look. */
const OTHER_LINE = /playground\.js|survey\.css|http-equiv|robots|viewport|charset/;

const OUR_ELEMENTS =
  /(<script[^>]*vaultlink\.js[^>]*><\/script>|<endlink-finish[^>]*><\/endlink-finish>)/;

/** The HTML of a survey page as one would copy it: without what is there for the playground alone, and without the look. */
export function sourceParts(html: string): SourcePart[] {
  const lines = html.trim().split('\n');
  const text = lines.filter((line) => !OTHER_LINE.test(line)).join('\n');
  // What a group matches is every second part.
  return text.split(OUR_ELEMENTS).map((part, index) => ({ text: part, isOurs: index % 2 === 1 }));
}
