/** Largest number of characters of one text that the log keeps. */
const LONGEST_TEXT = 16_384;
/** Largest number of headers of one request that the log keeps. */
const MOST_HEADERS = 100;
/** Largest number of characters of a header that the log keeps. */
const LONGEST_HEADER = 4096;

/** Shortens a text to the length that the log keeps. */
export function boundedText(text: string): { text: string; isTruncated: boolean } {
  const isTruncated = text.length > LONGEST_TEXT;
  return { text: isTruncated ? text.slice(0, LONGEST_TEXT) : text, isTruncated };
}

/** Reduces headers to those that the log keeps, by name in lower case. */
export function boundedHeaders(headers: Headers): Record<string, string> {
  const bounded: Record<string, string> = {};
  let count = 0;
  for (const [name, value] of headers) {
    if ((count += 1) > MOST_HEADERS) break;
    bounded[name] = value.length > LONGEST_HEADER ? `${value.slice(0, LONGEST_HEADER)}…` : value;
  }
  return bounded;
}
