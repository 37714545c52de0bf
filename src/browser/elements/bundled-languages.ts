import { registerLanguages } from './languages.ts';
import type { ImportLanguage } from './languages.ts';

/** Each language but English, by its tag. The addresses are literals, so that bundlers find the files. */
export const BUNDLED_LANGUAGES: Record<string, ImportLanguage> = {
  ar: () => import('./languages/ar.ts'),
  cs: () => import('./languages/cs.ts'),
  da: () => import('./languages/da.ts'),
  de: () => import('./languages/de.ts'),
  el: () => import('./languages/el.ts'),
  es: () => import('./languages/es.ts'),
  fa: () => import('./languages/fa.ts'),
  fi: () => import('./languages/fi.ts'),
  fil: () => import('./languages/fil.ts'),
  fr: () => import('./languages/fr.ts'),
  he: () => import('./languages/he.ts'),
  hi: () => import('./languages/hi.ts'),
  hu: () => import('./languages/hu.ts'),
  id: () => import('./languages/id.ts'),
  it: () => import('./languages/it.ts'),
  ja: () => import('./languages/ja.ts'),
  ko: () => import('./languages/ko.ts'),
  nb: () => import('./languages/nb.ts'),
  nl: () => import('./languages/nl.ts'),
  pl: () => import('./languages/pl.ts'),
  'pt-BR': () => import('./languages/pt-BR.ts'),
  'pt-PT': () => import('./languages/pt-PT.ts'),
  ro: () => import('./languages/ro.ts'),
  ru: () => import('./languages/ru.ts'),
  sv: () => import('./languages/sv.ts'),
  th: () => import('./languages/th.ts'),
  tr: () => import('./languages/tr.ts'),
  uk: () => import('./languages/uk.ts'),
  vi: () => import('./languages/vi.ts'),
  'zh-Hans': () => import('./languages/zh-Hans.ts'),
  'zh-Hant': () => import('./languages/zh-Hant.ts'),
};

/** Registers the languages of a bundle. */
export const registerBundledLanguages = (): void => registerLanguages(BUNDLED_LANGUAGES);
