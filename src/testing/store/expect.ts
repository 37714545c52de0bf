/** Throws if two values differ. A field that is `undefined` counts as missing. @param reason why they should be equal */
export function equal(actual: unknown, expected: unknown, reason = ''): void {
  const [found, wanted] = [textOf(actual), textOf(expected)];
  if (found !== wanted) throw new Error(`Expected ${wanted}, not ${found}. ${reason}`.trim());
}

/** Throws if a value is missing or false. @param reason why it should be there */
export function ok(value: unknown, reason = ''): void {
  if (!value) throw new Error(`Expected a value, not ${textOf(value)}. ${reason}`.trim());
}

/** Returns JSON whose fields are sorted. `undefined` has none. */
const textOf = (value: unknown): string =>
  value === undefined ? 'undefined' : JSON.stringify(value, (_, field: unknown) => sorted(field));

const sorted = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
