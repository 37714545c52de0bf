import type { EndlinkToken, Market, Seller } from '../market/market.ts';
import { addSeller } from '../market/seeds.ts';

/** A seller who always behaves in one way, as test keys do. */
export interface MagicSeller {
  id: string;
  /** The effect on every request of this seller. */
  meaning: string;
}

/** Delay of every response about the seller `magic-slow`, in milliseconds of real time. */
export const SLOW_ANSWER_MS = 10_000;

/** The sellers who always behave in one way. Each is added when its id is first used. */
export const MAGIC_SELLERS = [
  { id: 'magic-token-spent', meaning: 'every endlink token is spent already' },
  { id: 'magic-token-expired', meaning: 'every endlink token has expired already' },
  {
    id: 'magic-slow',
    meaning: `every report, token request and push is answered after ${SLOW_ANSWER_MS / 1000} s`,
  },
  { id: 'magic-denies', meaning: 'consent is always denied' },
  { id: 'magic-access-expired', meaning: 'every access token has expired already' },
  { id: 'magic-refresh-fails', meaning: 'every refresh is refused' },
] as const satisfies readonly MagicSeller[];

type MagicId = (typeof MAGIC_SELLERS)[number]['id'];

/** Returns whether `sellerId` is this seller of the table. */
export const isMagic = (sellerId: string | null, id: MagicId): boolean => sellerId === id;

/** Returns a seller by id. Adds a seller of the table if it is missing. */
export function findSeller(market: Market, id: string): Seller | undefined {
  const found = market.sellers.get(id);
  if (found || !MAGIC_SELLERS.some((magic) => magic.id === id)) return found;
  return addSeller(market, { id, name: id });
}

/** Marks a new token as spent or expired if it belongs to `magic-token-spent` or `magic-token-expired`. */
export function applyMagic(token: EndlinkToken): void {
  if (isMagic(token.seller_id, 'magic-token-spent')) token.usedFor = 'fail';
  if (isMagic(token.seller_id, 'magic-token-expired')) token.expiresAtMs = token.issuedAtMs;
}
