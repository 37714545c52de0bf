/**
 * Writes every sentence of every language into one page, for people to review: `npm run messages`. Prints the path of the page.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { BUNDLED_LANGUAGES } from '../src/browser/elements/bundled-languages.ts';
import ENGLISH from '../src/browser/elements/languages/en.ts';
import { formatDelay, isRightToLeft } from '../src/browser/elements/messages.ts';
import type { Messages } from '../src/browser/elements/messages.ts';

const PAGE = '.cache/messages.html';
const STYLES = readFileSync('test/messages.css', 'utf8');

/** The first key of each element. */
const ELEMENTS = {
  waiting: '<endlink-finish>',
  checking: '<vault-connect>',
  pushing: '<vault-push>',
} as Record<string, string>;

const BUTTONS = new Set(['finish', 'retry', 'leave', 'connect', 'disconnect']);

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A name of a language, in another or in itself. */
const nameOf = (tag: string, language: string) =>
  new Intl.DisplayNames(language, { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag;

/** Markup of a sentence, as an element shows it. */
function sentenceOf(tag: string, key: string, text: string): string {
  const direction = isRightToLeft(tag) ? 'rtl' : 'ltr';
  const [start = '', end] = text.split('{when}').map(escapeHtml);
  const delay = `<mark>${escapeHtml(formatDelay(tag, 30))}</mark>`;
  const shown = end === undefined ? start : start + delay + end;
  const kind = BUTTONS.has(key) ? 'button' : key === 'testRun' ? 'badge' : 'sentence';
  return `<span class="${kind}" lang="${tag}" dir="${direction}">${shown}</span>`;
}

function row(tag: string, key: string, name: string, text: string, english: string): string {
  const original = tag === 'en' ? '' : `<td class="english" lang="en">${escapeHtml(english)}</td>`;
  return `<tr><th scope="row"><code>${name}</code></th><td>${sentenceOf(tag, key, text)}</td>${original}</tr>`;
}

/** Markup of all that one key says: one row, or one for each outcome. */
function rowsOf(tag: string, key: keyof Messages, messages: Messages): string {
  const element = ELEMENTS[key];
  const columns = tag === 'en' ? 2 : 3;
  const heading = element
    ? `<tr class="element"><th colspan="${columns}" scope="colgroup">${escapeHtml(element)}</th></tr>`
    : '';
  const [message, english] = [messages[key], ENGLISH[key]];
  if (typeof message === 'string') {
    return heading + row(tag, key, key, message, english as string);
  }
  const rows = Object.entries(message).map(([outcome, text]: [string, string]) =>
    row(
      tag,
      key,
      `${key}<wbr>.<b>${outcome}</b>`,
      text,
      (english as Record<string, string>)[outcome] ?? '',
    ),
  );
  return heading + rows.join('');
}

function sizeOf(tag: string): string {
  if (tag === 'en') return 'in the elements';
  const { length } = brotliCompressSync(readFileSync(`dist/vaultlink-language-${tag}.js`));
  return `${length} B`;
}

function sectionOf(tag: string, messages: Messages): string {
  const direction = isRightToLeft(tag) ? 'right to left' : 'left to right';
  const rows = (Object.keys(ENGLISH) as (keyof Messages)[]).map((key) =>
    rowsOf(tag, key, messages),
  );
  return `<section id="${tag}" aria-labelledby="name-${tag}">
    <h2 id="name-${tag}"><bdi lang="${tag}">${escapeHtml(nameOf(tag, tag))}</bdi>
      <small>${escapeHtml(nameOf(tag, 'en'))}</small></h2>
    <p class="facts"><code>${tag}</code> · ${direction} · ${sizeOf(tag)} · <a href="#top">all languages</a></p>
    <table><colgroup><col class="keys"><col>${tag === 'en' ? '' : '<col class="originals">'}</colgroup><tbody>${rows.join('\n')}</tbody></table>
  </section>`;
}

const entries = await Promise.all(
  Object.entries(BUNDLED_LANGUAGES).map(
    async ([tag, load]) => [tag, (await load(0)).default] as [string, Messages],
  ),
);
const languages: [string, Messages][] = [['en', ENGLISH], ...entries];
const links = languages.map(
  ([tag]) =>
    `<li><a href="#${tag}"><bdi lang="${tag}">${escapeHtml(nameOf(tag, tag))}</bdi> <code>${tag}</code></a></li>`,
);

mkdirSync('.cache', { recursive: true });
writeFileSync(
  PAGE,
  `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Vaultlink: what the elements say</title>
<style>${STYLES}</style>
<header id="top">
  <p class="brand">Vaultlink</p>
  <h1>What the elements say</h1>
  <p class="lead">Every sentence of ${languages.length} languages, with the English beside it. A seller reads one of them at a time:
    does it sound like a person, and is it true?</p>
  <nav aria-label="Languages"><ul>${links.join('')}</ul></nav>
</header>
<main>${languages.map(([tag, messages]) => sectionOf(tag, messages)).join('\n')}</main>
</html>
`,
);
console.log(resolve(PAGE));
