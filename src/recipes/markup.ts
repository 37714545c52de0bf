/** Escapes a text for an HTML attribute in double quotes. */
export const attributeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Returns a JavaScript string in single quotes that is safe inside `<script>`. */
export const scriptText = (text: string): string =>
  `'${text.replace(/[\\']/g, String.raw`\$&`).replaceAll('<', String.raw`\x3C`)}'`;

/** Indents each line of `text` after the first by a number of spaces. */
export const indent = (text: string, spaces: number): string =>
  text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
