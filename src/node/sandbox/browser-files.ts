import { readFile } from 'node:fs/promises';

/** Returns the text of a built file for pages, such as `vaultlink.js`; `undefined` if there is none of this name. */
export type ReadBrowserFile = (name: string) => Promise<string | undefined>;

/** Pattern of the names of files that a page can load. */
const NAME = /^vaultlink(-[A-Za-z-]+)?\.js$/;

/** Reads the files of the package. */
export const readPackageFile: ReadBrowserFile = async (name) => {
  if (!NAME.test(name)) return undefined;
  const folder = import.meta.resolve('vaultlink/vaultlink.js');
  return readFile(new URL(name, folder), 'utf8').catch(() => undefined);
};
