/** The console, with the packets of that seller; without an id, of the first one. */
export const consolePath = (sellerId?: string): string =>
  sellerId ? `/?seller=${encodeURIComponent(sellerId)}` : '/';

/** Where a buyer registers clients and creates packets. */
export const DEVELOPER_PATH = '/developer';
