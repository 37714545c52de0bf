/** A string, or a character that opens, closes or separates. Numbers and words are skipped. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/**
 * Returns the keys that an object in a text has more than once. `JSON.parse` keeps only the last of their values, and says nothing.
 *
 * @param json valid JSON
 */
export function repeatedKeysIn(json: string): string[] {
  const repeated = new Set<string>();
  /** The keys of each open object, and `undefined` for each open list. */
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const keys = open.at(-1);
      // The same key may be escaped in different ways.
      const key = JSON.parse(last) as string;
      if (keys?.has(key)) repeated.add(key);
      keys?.add(key);
    }
    last = token;
  }
  return Array.from(repeated);
}
