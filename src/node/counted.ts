/** Formats a number for a person. */
export const counted = (count: number): string => count.toLocaleString('en');

/**
 * Formats a count with its noun: `1 line`, `1,234 lines`.
 *
 * @param several the plural. Default: `one` with an s
 */
export const countedAs = (count: number, one: string, several = `${one}s`): string =>
  `${counted(count)} ${count === 1 ? one : several}`;
