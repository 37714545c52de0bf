/** Nothing more of a kind can be stored. */
export class MarketFullError extends Error {
  override name = 'MarketFullError';
}

/** How many of each kind are kept unless told otherwise. */
export const DEFAULT_MAX_ITEMS = 1_000_000;

/**
 * Checks that one more item of a kind can be stored.
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
