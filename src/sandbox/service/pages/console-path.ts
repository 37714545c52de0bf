/** The console, with the packets of that seller; without an id, of the first one. */
export const consolePath = (sellerId?: string): string =>
  sellerId ? `/?seller=${encodeURIComponent(sellerId)}` : '/';

/** Where a buyer registers clients and creates packets. */
export const DEVELOPER_PATH = '/developer';

/** What reached the service. */
export const LOG_PATH = '/sandbox/log';

/** Where the clock, faults and switches are. */
export const LAB_PATH = '/sandbox/lab';

/** Where a buyer checks their own pages. */
export const CHECK_PATH = '/sandbox/check';
