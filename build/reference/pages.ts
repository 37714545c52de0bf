/**
 * The pages of the reference, made from the code.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { BACKEND_OPTIONS_MODULE, backendOptionsPage } from './backend-options-page.ts';
import { causesPage } from './causes-page.ts';
import { commandsPage } from './commands-page.ts';
import { elementsPage } from './elements-page.ts';
import { addressOf, entries, entryPages } from './entry-pages.ts';
import { errorsPage } from './errors-page.ts';
import { httpPage } from './http-page.ts';
import { code, firstSentence, list, pageOf, prose, sentence } from './markdown.ts';
import { SETTINGS_MODULE, STATE_MODULE, withSettings } from './settings-page.ts';
import { readSources } from './source.ts';
import type { Sources } from './source.ts';

/** Where the pages are. */
export const REFERENCE = 'docs/reference';

/** The page about the script tag. Its settings are made from the code, the rest is written by hand. */
export const SCRIPT_TAG_PAGE = 'docs/script-tag.md';

/** Returns a list of links, each with what it leads to. */
const links = (rows: readonly (readonly [string, string])[]) =>
  list(rows.map(([link, text]) => `${link}: ${text}`));

/** All modules that the pages are made from. */
export const readReferenceSources = () =>
  readSources([
    ...entries().map(({ path }) => path),
    ...[SETTINGS_MODULE, STATE_MODULE, BACKEND_OPTIONS_MODULE],
  ]);

/** Returns the page about the script tag with the settings of the code. */
export function scriptTagPage(sources: Sources): string {
  const page = readFileSync(SCRIPT_TAG_PAGE, 'utf8');
  return withSettings(page, sources.moduleAt(SETTINGS_MODULE), sources.moduleAt(STATE_MODULE));
}

/** Returns the texts of the pages, by their file names. */
export async function referencePages(
  sources = readReferenceSources(),
): Promise<Record<string, string>> {
  const moduleAt = (path: string) => sources.moduleAt(path);
  const all = entries();
  const index = pageOf('Reference', 'the code', [
    'Everything that you can set, call, listen to or read. These pages are made from the code of this version.',
    '## In the page',
    links([
      [
        '[The script tag](../script-tag.md#settings)',
        `Attributes, ${code('window.vaultlinkConfig')} and ${code('window.vaultlink')}`,
      ],
      [
        '[Elements](elements.md)',
        'Attributes, properties, methods, events, slots, parts and states',
      ],
      ['[Causes](causes.md)', 'Each line of the console, with its remedy'],
      ['[Troubleshooting](../troubleshooting.md)', 'What to do where something is wrong'],
    ]),
    '## On the server',
    links([
      ['[Options of createVaultBff](backend-options.md)', 'The backend in your own server'],
      ['[Environment variables](../configuration.md)', 'The backend as a command'],
      ['[Commands](commands.md)', `What ${code('vaultlink COMMAND --help')} prints`],
      ['[HTTP interface](http.md)', 'Each request that a page sends to the backend'],
      ['[Errors](errors.md)', 'Each code, with its status, cause and remedy'],
    ]),
    '## In code',
    links(
      all.map((entry) => [
        `[${code(entry.specifier)}](${addressOf(entry)})`,
        // The page of the entry has the rest.
        prose(sentence(firstSentence(moduleAt(entry.path).summary).replace(/: [^]*$/, ''))),
      ]),
    ),
    `Every function that takes options refuses one that does not exist. In the browser and on the server it throws a VaultError with ${code('configuration_error')}.`,
    `${code('vaultlink/elements/endlink-finish')}, ${code('vaultlink/elements/vault-connect')} and ${code('vaultlink/elements/vault-push')} define one element each.`,
  ]);
  const pages: Record<string, Promise<string>> = {
    'index.md': index,
    'elements.md': elementsPage(),
    'backend-options.md': backendOptionsPage(moduleAt(BACKEND_OPTIONS_MODULE)),
    'commands.md': commandsPage(),
    'causes.md': causesPage(),
    'errors.md': errorsPage(),
    'http.md': httpPage(),
    ...entryPages(moduleAt),
  };
  const texts = Object.entries(pages).map(async ([name, text]) => [name, await text] as const);
  return Object.fromEntries(await Promise.all(texts));
}
