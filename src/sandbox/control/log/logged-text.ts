/** The most characters of one text that the log keeps. */
const LONGEST_TEXT = 16_384;
/** The most headers of one request that the log keeps, and the longest value. */
const MOST_HEADERS = 100;
const LONGEST_HEADER = 4096;

/** A text as the log keeps it. */
export function boundedText(text: string): { text: string; isTruncated: boolean } {
  const isTruncated = text.length > LONGEST_TEXT;
  return { text: isTruncated ? text.slice(0, LONGEST_TEXT) : text, isTruncated };
}

/** Headers as the log keeps them, by name in lower case. */
export function boundedHeaders(headers: Headers): Record<string, string> {
  const bounded: Record<string, string> = {};
  let count = 0;
  for (const [name, value] of headers) {
    if ((count += 1) > MOST_HEADERS) break;
    bounded[name] = value.length > LONGEST_HEADER ? `${value.slice(0, LONGEST_HEADER)}…` : value;
  }
  return bounded;
}
