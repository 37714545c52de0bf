import { anchor, anchorOf, code, codeBlock, pageOf, prose, sentence, table } from './markdown.ts';
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

function settingOf({ name, docs }: MemberEntry, isOption: boolean): string {
  const facts = [
    ...(docs.byDefault ? [`Default: ${docs.byDefault}`] : []),
    `In ${code('window.vaultlinkConfig')}${isOption ? ` and ${code('captureEndlink()')}` : ''}: ${code(name)}`,
  ];
  return `### ${code(attributeOf(name))}

${prose(docs.text)}

${facts.map((fact) => `- ${fact}`).join('\n')}`;
}

/** Returns a table of fields, each with an anchor. The type has no column of its own: a phone would show nothing else. */
export const fieldsTable = (
  prefix: string,
  members: readonly MemberEntry[],
  head: string,
): string =>
  table(
    [head, 'Meaning'],
    members.map(({ name, type, docs, isOptional }) => {
      const byDefault = docs.byDefault && `Default: ${docs.byDefault}.`;
      return [
        `${anchor(anchorOf(`${prefix}-${name}`))}${code(isOptional ? `${name}?` : name)}`,
        [prose(sentence(docs.text)), `Type: ${code(type)}.`, prose(byDefault)]
          .filter(Boolean)
          .join(' '),
      ];
    }),
  );

/** Returns the page about the script tag and `window.vaultlinkConfig`. */
export function settingsPage(settings: ModuleEntry, state: ModuleEntry): Promise<string> {
  const { members } = exportOf(settings, 'TagOptions');
  const options = exportOf(settings, 'EndlinkOptions').members.map(({ name }) => name);
  const attributes = exportOf(settings, 'PageAttributes');
  const vaultlink = exportOf(state, 'Vaultlink');
  return pageOf('Settings of the script tag', `${SETTINGS_MODULE} and ${STATE_MODULE}`, [
    `${code('https://service.example')} stands for the address of the service:`,
    codeBlock(
      'html',
      '<script src="/vaultlink.js" data-base-url="https://service.example"></script>',
    ),
    'Put the tag first in the head of each page of your survey. Each setting is an attribute of the tag.',
    `If a tag manager or an optimiser strips attributes, set ${code('window.vaultlinkConfig')} before the tag. It takes the same settings in camelCase:`,
    codeBlock(
      'html',
      '<script>\n  window.vaultlinkConfig = { baseUrl: "https://service.example" };\n</script>',
    ),
    `If a setting has two values, the first counts, and [the console names both](causes.md#a-setting-has-two-values). The tag comes first, then ${code('window.vaultlinkConfig')}, then the options of ${code('captureEndlink()')}, then the attributes of ${code('<endlink-finish>')}.`,
    table(
      ['Attribute', 'Default'],
      [...members]
        .sort(byName)
        .map(({ name, docs }) => [
          `[${code(attributeOf(name))}](#${anchorOf(attributeOf(name))})`,
          docs.byDefault || '–',
        ]),
    ),
    '## Settings',
    ...[...members].sort(byName).map((one) => settingOf(one, options.includes(one.name))),
    '## Attributes of your own elements',
    attributes.docs.text,
    ...attributes.members.map(
      ({ name, type, docs }) =>
        `### ${code(name.replaceAll("'", ''))}\n\n${prose(docs.text)}\n\n- Type: ${code(type)}`,
    ),
    `## ${code('window.vaultlink')}`,
    prose(vaultlink.docs.text),
    fieldsTable('vaultlink', vaultlink.members, 'Name'),
    `[\`EndlinkState\`](api-browser.md#endlinkstate-type) is the state, and [the state](../elements.md#the-state) says what its fields mean.`,
  ]);
}
