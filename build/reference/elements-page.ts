import type { Described, ElementDeclaration, Member } from '../manifest-types.ts';
import { createManifest, elementsOf } from '../manifest.ts';
import { anchor, anchorOf, code, pageOf, prose, sentence, table } from './markdown.ts';

const describe = ({ description = '' }: Described) =>
  prose(sentence(description.replace(/\s*\n\s*/g, ' ')));

/** Returns a description, and the type behind it. */
const typed = (one: Described, type: string, label = 'Type') =>
  `${describe(one)} ${label}: ${code(type)}.`;

/** Returns a section with a table whose rows have anchors: `endlink-finish-event-endlink-confirmed`. */
function section<One extends Described>(
  { tagName }: ElementDeclaration,
  kind: string,
  head: readonly string[],
  all: readonly One[],
  cellsOf: (one: One) => string[],
): string[] {
  if (!all.length) return [];
  const rows = all.map((one) => {
    const [name = '', ...rest] = cellsOf(one);
    return [anchor(anchorOf(`${tagName}-${kind}-${one.name}`)) + name, ...rest];
  });
  return [table(head, rows)];
}

const isProperty = ({ kind }: Member) => kind === 'field';

function elementSections(element: ElementDeclaration): string[] {
  const { tagName, summary, description = '', attributes, members, events } = element;
  const { slots, cssParts, cssProperties = [], cssStates } = element;
  const meaning = (one: Described) => [code(one.name), describe(one)];
  const titled = (title: string, parts: string[]) =>
    parts.length ? [`### ${title} of ${code(tagName)}`, ...parts] : [];
  return [
    `## ${code(`<${tagName}>`)}`,
    prose(sentence(summary)),
    prose(description),
    ...titled(
      'Attributes',
      section(element, 'attribute', ['Attribute', 'Meaning'], attributes, (one) => [
        code(one.name),
        typed(one, one.type.text),
      ]),
    ),
    ...titled(
      'Properties',
      section(element, 'property', ['Property', 'Meaning'], members.filter(isProperty), (one) => [
        code(one.name) + (one.readonly ? ' (read-only)' : ''),
        typed(one, one.type.text),
      ]),
    ),
    ...titled(
      'Methods',
      section(
        element,
        'method',
        ['Method', 'Meaning'],
        members.filter((one) => !isProperty(one)),
        (one) => [code(`${one.name}()`), typed(one, one.return?.type.text ?? 'void', 'Returns')],
      ),
    ),
    ...titled(
      'Events',
      section(element, 'event', ['Event', 'When'], events, (one) => [
        code(one.name),
        typed(one, one.type.text, 'Class'),
      ]),
    ),
    ...titled('Slots', section(element, 'slot', ['Slot', 'Meaning'], slots, meaning)),
    ...titled('Parts', section(element, 'part', ['Part', 'Meaning'], cssParts, meaning)),
    ...titled('States', section(element, 'state', ['State', 'Meaning'], cssStates, meaning)),
    ...titled(
      'Custom properties',
      section(element, 'css', ['Custom property', 'Default', 'Meaning'], cssProperties, (one) => [
        code(one.name),
        one.default === undefined ? '' : code(one.default),
        describe(one),
      ]),
    ),
  ];
}

/** Returns the page about the elements. */
export function elementsPage(): Promise<string> {
  const elements = elementsOf(createManifest());
  return pageOf('Elements', 'the docstrings of src/browser/elements', [
    `All attributes and properties may be set and changed at any time. All events bubble and leave shadow trees. Style a part with ${code('endlink-finish::part(button)')}, and a state with ${code('endlink-finish:state(confirmed)')}.`,
    '[The elements in detail](../elements.md) says how they behave, and how to replace their words.',
    ...elements.flatMap(elementSections),
  ]);
}
