import { anchor, anchorOf, code, list, prose, sentence, valuesIn } from './markdown.ts';
import type { ExportEntry, MemberEntry, ModuleEntry } from './source.ts';

/** Where the settings are. */
export const SETTINGS_MODULE = 'src/browser/endlink/options.ts';

/** Where `window.vaultlink` is. */
export const STATE_MODULE = 'src/browser/endlink/state.ts';

/** Returns what a module exports under a name. */
export function exportOf({ exports }: ModuleEntry, name: string): ExportEntry {
  const found = exports.find((one) => one.name === name);
  if (!found) throw new Error(`No module exports ${name}.`);
  return found;
}

/** Returns the attribute of the script tag for a setting: `data-base-url` for `baseUrl`. */
const attributeOf = (name: string) =>
  `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const byName = (one: MemberEntry, other: MemberEntry) => (one.name < other.name ? -1 : 1);

/** Returns a line for each field, with an anchor. */
export const fieldLines = (
  members: readonly MemberEntry[],
  anchorFor: (name: string) => string,
  nameFor = ({ name, isOptional, parameters = '' }: MemberEntry) =>
    `${name}${isOptional ? '?' : ''}${parameters}`,
): string =>
  list(
    members.map((one) => {
      const { name, type, docs } = one;
      const byDefault = docs.byDefault && `Default: ${prose(docs.byDefault)}.`;
      const text = [prose(sentence(docs.text)), byDefault].filter(Boolean).join(' ');
      return `${anchor(anchorOf(anchorFor(name)))}${code(nameFor(one))}${valuesIn(type, text)}: ${text}`;
    }),
  );

const BEGIN = `<!-- Generated from ${SETTINGS_MODULE} and ${STATE_MODULE} by "npm run docs:reference". -->`;
const END = '<!-- End of what is generated. -->';

/** Returns the page about the script tag with the settings and `window.vaultlink` as the code has them. The rest of the page is written by hand. */
export function withSettings(page: string, settings: ModuleEntry, state: ModuleEntry): string {
  const [before, rest] = page.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(`The page about the script tag lacks ${BEGIN} or ${END}`);
  const { members } = exportOf(settings, 'TagOptions');
  const attributes = exportOf(settings, 'PageAttributes').members;
  const vaultlink = exportOf(state, 'Vaultlink');
  const parts = [
    BEGIN,
    fieldLines([...members].sort(byName), attributeOf, ({ name }) => attributeOf(name)),
    'On elements of your own:',
    fieldLines(
      attributes.map((one) => ({ ...one, name: one.name.replaceAll("'", '') })),
      (name) => name,
      ({ name }) => name,
    ),
    `## ${code('window.vaultlink')}`,
    prose(vaultlink.docs.text.replace(/^`window\.vaultlink`\. /, '')),
    fieldLines(vaultlink.members, (name) => `vaultlink-${name}`),
    END,
  ];
  return `${before}${parts.join('\n\n')}${after}`;
}
