import { ENDLINK_CALLS } from '../service/endlink/endlink-calls.ts';
import { AUTHORIZE_PATH, PUSH_PATH, TOKEN_PATH } from '../service/service-paths.ts';

/** Paths of the service, as patterns in which `*` stands for an id. @see interface §4 */
const ADDRESSES: readonly string[] = [
  ...ENDLINK_CALLS.keys(),
  AUTHORIZE_PATH,
  TOKEN_PATH,
  PUSH_PATH.replace(':packet_id', '*'),
];

/** Message for a path of a fault that matches no address of the service. */
export const UNKNOWN_PATH = `fits no address of the service. The addresses are ${ADDRESSES.join(', ')}; * stands for any characters`;

/** Returns whether a pattern can match a path of the service. */
export const isServicePattern = (pattern: string): boolean =>
  ADDRESSES.some((address) => overlap(pattern, address));

/**
 * Returns whether two patterns can match the same path; `*` matches any characters, or none. One of them may be a plain path. Takes time in proportion
 * to the product of both lengths, whatever they hold.
 */
export function overlap(one: string, other: string): boolean {
  // reached[j]: the characters of `one` so far can match the first j characters of `other`.
  let reached = row(other.length + 1, (index) => /^\**$/.test(other.slice(0, index)));
  for (const character of one) {
    const next: boolean[] = [];
    for (let index = 0; index <= other.length; index += 1) {
      const before = other[index - 1];
      const skipped = next[index - 1] ?? false;
      next[index] =
        character === '*'
          ? (reached[index] ?? false) || skipped
          : before === '*'
            ? (reached[index] ?? false) || skipped
            : before === character && (reached[index - 1] ?? false);
    }
    reached = next;
  }
  return reached[other.length] ?? false;
}

const row = (length: number, value: (index: number) => boolean): boolean[] =>
  Array.from({ length }, (_, index) => value(index));
