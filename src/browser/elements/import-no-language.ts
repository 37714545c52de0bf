import type { ImportLanguage } from './import-language.ts';

/** In `vaultlink-all.js` this module takes the place of `import-language.ts`: the elements speak English and what the page adds. */
export const LANGUAGES: Record<string, ImportLanguage> = {};
