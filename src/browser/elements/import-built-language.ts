import type { ImportLanguage } from './import-language.ts';

/** The tags of the languages that are built, separated by spaces. `vite.config.ts` sets it. */
declare const BUILT_LANGUAGES: string;

/** Imports a file from beside `vaultlink-elements.js`. A browser remembers an address that failed, so each retry uses a new one. */
const importBeside = (tag: string, attempt: number) =>
  import(/* @vite-ignore */ `./vaultlink-language-${tag}.js${attempt ? `?retry=${attempt}` : ''}`);

/** Each language but English, by its tag: one file each. */
export const LANGUAGES: Record<string, ImportLanguage> = Object.fromEntries(
  BUILT_LANGUAGES.split(' ').map((tag) => [
    tag,
    (attempt) => importBeside(tag, attempt) as ReturnType<ImportLanguage>,
  ]),
);
