import ENGLISH from '../../src/browser/elements/languages/en.ts';
import type { Described, ElementDeclaration, Member } from '../manifest-types.ts';
import { createManifest, elementsOf } from '../manifest.ts';
import { code, list, pageOf, prose, sentence, valuesIn } from './markdown.ts';

const describe = ({ description = '' }: Described) =>
  prose(sentence(description.replace(/\s*\n\s*/g, ' ')));

/** Returns a line about something that a page writes. */
const lineOf = (one: Described, name = one.name) => `${code(name)}: ${describe(one)}`;

const typedLine = (one: Described & { type: { text: string } }) =>
  `${code(one.name)}${valuesIn(one.type.text, one.description ?? '')}: ${describe(one)}`;

/** Returns what can be read and called, besides the properties that are attributes. */
const membersOf = (members: readonly Member[]) =>
  members
    .filter(({ attribute }) => attribute === undefined)
    .map((one) => lineOf(one, one.kind === 'method' ? `${one.name}()` : one.name));

/** Returns the parts that all elements have, with the same description. */
const sharedParts = ([first, ...others]: readonly ElementDeclaration[]) =>
  (first?.cssParts ?? []).filter((part) =>
    others.every(({ cssParts }) => cssParts.some((one) => lineOf(one) === lineOf(part))),
  );

function elementSections(element: ElementDeclaration, shared: readonly Described[]): string[] {
  const { tagName, description = '', attributes, members, events } = element;
  const { slots, cssStates } = element;
  const cssParts = element.cssParts.filter(({ name }) => !shared.some((one) => one.name === name));
  const states = new Set(cssStates.map(({ name }) => name));
  const furtherSlots = slots.filter(({ name }) => name && !states.has(name));
  const titled = (title: string, lines: readonly string[]) =>
    lines.length ? [`### ${title} of ${code(tagName)}`, list(lines)] : [];
  return [
    `## ${code(`<${tagName}>`)}`,
    prose(description),
    ...titled('Attributes', attributes.map(typedLine)),
    ...titled('Properties and methods', membersOf(members)),
    ...titled(
      'Events',
      events.map((one) => lineOf(one)),
    ),
    ...titled(
      'States',
      cssStates.map((one) => lineOf(one)),
    ),
    ...titled(
      'Further slots',
      furtherSlots.map((one) => lineOf(one)),
    ),
    ...titled(
      'Parts',
      cssParts.map((one) => lineOf(one)),
    ),
  ];
}

/** Returns the custom properties, which are the same for all elements. */
function customProperties(elements: readonly ElementDeclaration[]): string[] {
  const all = new Map(
    elements.flatMap(({ cssProperties = [] }) => cssProperties).map((one) => [one.name, one]),
  );
  return [...all.values()].map((one) =>
    one.default === undefined ? lineOf(one) : `${lineOf(one)} Default: ${code(one.default)}.`,
  );
}

/** Returns what all texts end with, from the beginning of a sentence on. */
function sharedEnd([first = '', ...others]: readonly string[]): string {
  const starts = [...first.matchAll(/(?<=[.!?] )\S/g)].map(({ index }) => index);
  const start = starts.find((at) => others.every((text) => text.endsWith(first.slice(at))));
  return start === undefined ? '' : first.slice(start);
}

/** Returns the keys of the sentences, each with the English. Those with a sentence for each outcome come last: they share their beginnings. */
function sentences(): string[] {
  const plain: string[] = [];
  const ends: string[] = [];
  const keysOf = new Map<string, string[]>();
  for (const [key, message] of Object.entries(ENGLISH)) {
    if (typeof message === 'string') {
      plain.push(`${code(key)}: ${message}`);
      continue;
    }
    const end = sharedEnd(Object.values(message));
    ends.push(`All four of ${code(key)} go on: ${end}`);
    for (const [outcome, text] of Object.entries(message)) {
      const start = `${text.slice(0, text.length - end.length)}…`;
      keysOf.set(start, [...(keysOf.get(start) ?? []), code(`${key}.${outcome}`)]);
    }
  }
  const starts = [...keysOf].map(([start, keys]) => `${keys.join(', ')}: ${start}`);
  return [...plain, ...starts, ...ends];
}

/** Returns the page about the elements. */
export function elementsPage(): Promise<string> {
  const elements = elementsOf(createManifest());
  const shared = sharedParts(elements);
  return pageOf('Elements', 'the docstrings of src/browser/elements', [
    `[The elements in detail](../elements.md) shows how to use them. Each attribute is a property, too, in camelCase: ${code('base-url')} is ${code('baseUrl')}. All events bubble and leave shadow trees.`,
    `Each state has a slot of its name, whose content replaces the sentence of the element. Without a sentence (${code('missing')}, ${code('ready')}) the content is all that is shown. Style a part with ${code('endlink-finish::part(button)')}, and a state with ${code('endlink-finish:state(confirmed)')}.`,
    ...elements.flatMap((one) => elementSections(one, shared)),
    '## Parts of every element',
    list(shared.map((one) => lineOf(one))),
    '## Custom properties',
    'They are the same for all elements. The colours of the signs suit the text around them, unless you set them.',
    list(customProperties(elements)),
    '## Words',
    `The keys of ${code('window.vaultlinkMessages')}, with the English: [how to replace them](../elements.md#words).`,
    list(sentences()),
  ]);
}
