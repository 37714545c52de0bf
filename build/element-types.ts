/**
 * Writes `src/frameworks/element-types.ts` from the manifest: `npm run generate:types`. A test compares the two.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { createManifest, elementsOf } from './manifest.ts';
import type { Attribute, Described, ElementDeclaration, Member } from './manifest-types.ts';

/** Where the types are. */
export const ELEMENT_TYPES = 'src/frameworks/element-types.ts';

/** The entries that export the classes of the events, and where the classes are. */
const EVENT_MODULES = {
  '../browser/endlink/index.ts': 'src/browser/endlink/endlink-events.ts',
  '../browser/vault/index.ts': 'src/browser/vault/vault-events.ts',
};

const comment = ({ description }: Described) => (description ? `/** ${description} */\n` : '');

const list = <One extends Described>(all: readonly One[], typeOf: (one: One) => string) =>
  all.map((one) => `${comment(one)}${typeOf(one)};`).join('\n');

const isSettable = ({ kind, readonly }: Member) => kind === 'field' && !readonly;

function interfacesOf(element: ElementDeclaration): string {
  const { name, tagName, attributes, members, events, slots } = element;
  const attributeType = (one: Attribute) =>
    `'${one.name}'?: ${name}['${one.fieldName}'] | null | undefined`;
  const propertyType = (one: Member) => `${one.name}?: ${name}['${one.name}'] | null | undefined`;
  return `
/** Attributes of \`<${tagName}>\`. */
interface ${name}Attributes {
${list(attributes, attributeType)}
}

/** Properties of \`<${tagName}>\` that can be set. */
interface ${name}Properties {
${list(members.filter(isSettable), propertyType)}
}

/** Events that \`<${tagName}>\` dispatches. */
interface ${name}Events {
${list(events, ({ name: eventType, type }) => `'${eventType}': ${type.text}`)}
}

/** Names of the slots of \`<${tagName}>\`. */
type ${name}Slot = ${slots.map((slot) => `'${slot.name}'`).join(' | ')};
`;
}

const importOf = (names: readonly string[], specifier: string) =>
  `import type { ${names.join(', ')} } from '${specifier}';`;

/** Returns the imports of the event classes that the manifest names. */
function eventImports(elements: readonly ElementDeclaration[]): string[] {
  const types = elements.flatMap(({ events }) => events.map(({ type }) => type.text));
  const names = [...new Set(types)].sort();
  return Object.entries(EVENT_MODULES).map(([specifier, path]) => {
    const source = readFileSync(path, 'utf8');
    const exported = names.filter((name) => source.includes(`export class ${name} `));
    return importOf(exported, specifier);
  });
}

/** Returns the text of the module, as Prettier writes it. */
export async function elementTypes(): Promise<string> {
  const elements = elementsOf(createManifest());
  const imports = [
    ...elements.map(({ name, tagName }) =>
      importOf([name], `../browser/elements/define/${tagName}.ts`),
    ),
    ...eventImports(elements),
  ];
  const text = `/**
 * The elements as types, for the types of each framework.
 *
 * Made from the docstrings of the elements: change them there, then run "npm run generate:types".
 *
 * @module
 */
${imports.join('\n')}
${elements.map(interfacesOf).join('')}
/** The elements by their tag names. */
export interface ElementTypes {
${elements
  .map(
    ({ name, tagName, summary }) => `/** ${summary} */
'${tagName}': {
  element: ${name};
  attributes: ${name}Attributes;
  properties: ${name}Properties;
  events: ${name}Events;
  slot: ${name}Slot;
};`,
  )
  .join('\n')}
}
`;
  const style = JSON.parse(readFileSync('.prettierrc.json', 'utf8')) as object;
  return format(text, { ...style, parser: 'typescript' });
}

if (import.meta.main) {
  writeFileSync(ELEMENT_TYPES, await elementTypes());
  console.log(ELEMENT_TYPES);
}
