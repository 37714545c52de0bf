/** Text in which equal values are equal: keys in order, and none that holds `undefined`. */
function textOf(value: unknown): string {
  return JSON.stringify(
    value,
    (_, inner: unknown) => {
      if (inner === undefined) return '(undefined)';
      if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
      const entries = Object.entries(inner).filter(([, part]) => part !== undefined);
      return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
    },
    2,
  );
}

/** Returns the message of a failed test. */
function fail(sentence: string, note = ''): never {
  throw new Error(note ? `${note}: ${sentence}` : sentence);
}

/** Fails unless both are the same value. */
export function equal<Value>(actual: Value, expected: NoInfer<Value>, note?: string): void {
  if (!Object.is(actual, expected)) fail(`${textOf(actual)} is not ${textOf(expected)}`, note);
}

/** Fails unless both hold the same data. A key that holds `undefined` is no key. */
export function deepEqual(actual: unknown, expected: unknown, note?: string): void {
  if (textOf(actual) !== textOf(expected)) {
    fail(`${textOf(actual)} is not ${textOf(expected)}`, note);
  }
}

/** Fails unless the text matches. */
export function match(text: string | null | undefined, pattern: RegExp, note?: string): void {
  if (!pattern.test(text ?? '')) fail(`${textOf(text)} does not match ${String(pattern)}`, note);
}

/** Fails unless it is so. */
export function ok(value: unknown, note: string): asserts value {
  if (!value) fail('it is not so', note);
}
