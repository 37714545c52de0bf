/** Values that the result must not show. */
export interface Secrets {
  /** Remembers a value, and returns it. */
  add(value: string): string;
  /** Replaces every remembered value, and whatever looks like a JWT. */
  hide(text: string): string;
}

const SHORTEST = 6;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;

/** Creates an empty collection. */
export function createSecrets(): Secrets {
  const values = new Set<string>();
  return {
    add(value) {
      // A shorter one would occur in ordinary words.
      if (value.length >= SHORTEST) {
        for (const form of [value, encodeURIComponent(value)]) values.add(form);
      }
      return value;
    },
    hide(text) {
      const longestFirst = [...values].sort((a, b) => b.length - a.length);
      const hidden = longestFirst.reduce((rest, value) => rest.replaceAll(value, '[hidden]'), text);
      return hidden.replaceAll(JWT, '[hidden]');
    },
  };
}
