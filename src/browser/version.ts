/** The version of this package: parts of the script tag are loaded under an address that carries it. A test compares it with `package.json`. */
export const VERSION = '0.1.0';
