/** Returns the path of the console with the packets of a seller. Default: the first seller. */
export const consolePath = (sellerId?: string): string =>
  sellerId ? `/?seller=${encodeURIComponent(sellerId)}` : '/';

/** Path of the page on which a buyer registers clients and creates packets. */
export const DEVELOPER_PATH = '/developer';

/** Path of the request log. */
export const LOG_PATH = '/sandbox/log';

/** Path of the page with the sections of the interface. */
export const INTERFACE_PATH = '/sandbox/interface';

/** Path of the page with the clock, faults and switches. */
export const LAB_PATH = '/sandbox/lab';

/** Returns the path of the row of a switch or a reply in the lab. */
export const settingPath = (name: string): string => `${LAB_PATH}#row-${name}`;

/** Path of the page on which a buyer checks their own pages. */
export const CHECK_PATH = '/sandbox/check';
