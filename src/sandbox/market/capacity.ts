/** Thrown where a kind of record has reached `maxItems`. */
export class MarketFullError extends Error {
  override name = 'MarketFullError';
}

/** Default number of records of each kind that the sandbox keeps. */
export const DEFAULT_MAX_ITEMS = 1_000_000;

/**
 * Throws if no other record of a kind can be stored.
 *
 * @param kind its plural, for the message
 * @throws MarketFullError if there is no room
 */
export function assertRoom(count: number, maxItems: number, kind: string): void {
  if (count < maxItems) return;
  throw new MarketFullError(
    `The sandbox holds ${maxItems} ${kind}, and keeps no more. Reset it, or raise the option maxItems.`,
  );
}
