/** A number as a person reads it. */
export const counted = (count: number): string => count.toLocaleString('en');

/**
 * So many of something: `1 line`, `1,234 lines`.
 *
 * @param several the words for more than one, and for none. Default: `one` with an s
 */
export const countedAs = (count: number, one: string, several = `${one}s`): string =>
  `${counted(count)} ${count === 1 ? one : several}`;
