/**
 * The languages that the elements speak: each door registers where they lie, and an element downloads the one that it needs.
 *
 * @module
 */
import ENGLISH from './languages/en.ts';
import type { Messages } from './message-types.ts';

/** Imports the file of one language. A browser remembers an address that failed, so each attempt may need another one. */
export type ImportLanguage = (attempt: number) => Promise<{ default: Messages }>;

/** The tags of the languages besides English, separated by spaces: each is a file in `languages/`. */
export const LANGUAGE_TAGS =
  'ar cs da de el es fa fi fil fr he hi hu id it ja ko nb nl pl pt-BR pt-PT ro ru sv th tr uk vi zh-Hans zh-Hant';

/** Milliseconds that an element shows nothing while its language loads. After that it speaks English, until its next update. */
const PATIENCE_MS = 2_000;

/** Milliseconds until a language that could not be loaded may be requested again. */
const RETRY_MS = 10_000;

/**
 * Other tags that mean one of our languages, in lower case.
 *
 * Plain `pt` is Brazilian, as in CLDR: so are most of its speakers. CLDR puts the other regions under European Portuguese.
 *
 * @see https://www.unicode.org/reports/tr35/#Parent_Locales
 */
const ALIASES: Record<string, string> = {
  'pt-BR': 'pt',
  'pt-PT': 'pt-ao pt-ch pt-cv pt-fr pt-gq pt-gw pt-lu pt-mo pt-mz pt-st pt-tl',
  'zh-Hans': 'zh',
  'zh-Hant': 'zh-tw zh-hk zh-mo',
  // Bokmål is what most Norwegians write, and readers of Nynorsk understand it.
  nb: 'no nn',
  // Old codes, which some browsers and pages still use.
  he: 'iw',
  id: 'in',
  fil: 'tl',
};

/** Each registered language, by its tag and the other tags that mean it. */
const tags = new Map([['en', 'en']]);
const imports: Record<string, ImportLanguage> = {};
const loaded: Record<string, Messages> = { en: ENGLISH };
const attempts: Record<string, number> = {};
const downloads: Record<string, Promise<unknown> | undefined> = {};

/** Registers the languages besides English, by their tags. Where a door registers none, the elements speak English and what the page adds. */
export function registerLanguages(languages: Record<string, ImportLanguage>): void {
  Object.assign(imports, languages);
  for (const tag of Object.keys(languages))
    for (const alias of [tag.toLowerCase(), ...(ALIASES[tag]?.split(' ') ?? [])])
      tags.set(alias, tag);
}

/** Returns a tag in lower case, then without its last part, and so on: `zh-hant-tw`, `zh-hant`, `zh`. */
export function prefixesOf(tag: string): string[] {
  const parts = tag.toLowerCase().split(/[-_]/);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
}

/** Returns our language that comes closest to a tag: the same, else a sensible fallback, else none. */
export const closestLanguage = (tag: string): string | undefined =>
  prefixesOf(tag)
    .map((prefix) => tags.get(prefix))
    .find(Boolean);

/** Returns the sentences of the language that comes closest to a tag. `undefined`: it is not here. */
export const loadedLanguage = (tag: string): Messages | undefined => loaded[closestLanguage(tag)!];

/**
 * Downloads the language of a tag, unless it is there. Where it cannot be had, the elements speak English, and a later call tries again.
 * Never throws, and never waits for more than two seconds.
 *
 * @param tag BCP 47, such as `de-AT`
 */
export async function loadLanguage(tag: string): Promise<void> {
  const language = closestLanguage(tag);
  if (!language || loaded[language]) return;
  await (downloads[language] ??= Promise.race([
    downloadLanguage(language),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ]));
}

async function downloadLanguage(language: string): Promise<void> {
  const attempt = attempts[language] ?? 0;
  attempts[language] = attempt + 1;
  try {
    loaded[language] = (await imports[language]!(attempt)).default;
  } catch {
    setTimeout(() => (downloads[language] = undefined), RETRY_MS);
  }
}
