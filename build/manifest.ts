/**
 * The custom elements manifest: what the docstrings and the types of the elements say, for editors, frameworks and documentation tools.
 *
 * @module
 * @see https://github.com/webcomponents/custom-elements-manifest
 */
import { readFileSync } from 'node:fs';
import { create, ts } from '@custom-elements-manifest/analyzer';
import type { PropertyDeclarations } from '@lit/reactive-element';
import { EndlinkFinish } from '../src/browser/elements/endlink-finish.ts';
import { VaultConnect } from '../src/browser/elements/vault-connect.ts';
import { VaultPush } from '../src/browser/elements/vault-push.ts';
import type { ElementDeclaration, Manifest, Member } from './manifest-types.ts';
import { memberTypes } from './member-types.ts';

const CLASSES: Record<string, { properties: PropertyDeclarations }> = {
  EndlinkFinish,
  VaultConnect,
  VaultPush,
};

/** The module of the class that the elements extend. */
const BASE = 'src/browser/elements/vaultlink-element.ts';

/** The modules of the elements, and those that define them. */
const MODULES = ['endlink-finish', 'vault-connect', 'vault-push'].flatMap((name) => [
  `src/browser/elements/${name}.ts`,
  `src/browser/elements/define/${name}.ts`,
]);

/** Methods that the browser and Lit call. */
const LIFECYCLE = ['connectedCallback', 'disconnectedCallback', 'updated', 'willUpdate'];

const isPublic = ({ name, privacy, static: isStatic }: Member) =>
  !isStatic && (privacy ?? 'public') === 'public' && !LIFECYCLE.includes(name);

const publishedPath = (path: string) => path.replace(/^\/?src\/(.*)\.ts$/, 'dist/$1.js');

const analyze = (paths: readonly string[]) =>
  create({
    modules: paths.map((path) =>
      ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true),
    ),
    plugins: [],
  });

/** Reads the parts and custom properties that all elements have. */
function sharedStyles(): Pick<ElementDeclaration, 'cssParts' | 'cssProperties'> {
  const [base] = analyze([BASE]).modules.flatMap(({ declarations }) =>
    declarations.filter((one): one is ElementDeclaration => 'cssParts' in one),
  );
  if (!base) throw new Error(`${BASE} names no parts.`);
  return base;
}

/** Adds what the analyzer does not see: the attributes in `static properties`, and the values behind the names of types. */
function completeElement(
  element: ElementDeclaration,
  path: string,
  { cssParts, cssProperties = [] }: ReturnType<typeof sharedStyles>,
): void {
  const properties = CLASSES[element.name]?.properties ?? {};
  const types = memberTypes(path, element.name);
  element.superclass = { name: element.superclass.name, module: publishedPath(BASE) };
  element.cssParts = [...cssParts, ...element.cssParts];
  element.cssProperties = [...cssProperties];
  element.members = element.members.filter(isPublic);
  // The analyzer also takes the arguments of `dispatchEvent(new VaultPushingEvent(push))` for names. They have no description.
  element.events = element.events.filter(({ description }) => description);
  element.attributes = [];
  for (const member of element.members) {
    const type = { text: types[member.name] ?? '' };
    if (member.kind === 'method') {
      member.return = { type };
      continue;
    }
    member.type = type;
    const options = properties[member.name];
    if (!options || options.state) continue;
    const attribute = typeof options.attribute === 'string' ? options.attribute : member.name;
    member.attribute = attribute;
    const { name: fieldName, description, default: byDefault } = member;
    element.attributes.push({
      name: attribute,
      fieldName,
      type: { text: type.text.replace(' | undefined', '') },
      ...(description !== undefined && { description }),
      ...(byDefault !== undefined && { default: byDefault }),
    });
  }
}

const classModule = ({ modules }: Manifest, name: string) =>
  modules
    .filter(({ declarations }) => declarations.some((one) => one.name === name))
    .map(({ path }) => publishedPath(path))[0];

/** Returns the manifest of all elements. */
export function createManifest(): Manifest {
  const manifest = analyze(MODULES);
  const shared = sharedStyles();
  manifest.schemaVersion = '2.1.0';
  for (const module of manifest.modules) {
    for (const declaration of module.declarations)
      if ('tagName' in declaration) completeElement(declaration, module.path, shared);
    module.path = publishedPath(module.path);
    // The analyzer takes exported types for values.
    module.exports = module.exports.filter(({ declaration }) => declaration.name in CLASSES);
    for (const { declaration } of module.exports)
      declaration.module = classModule(manifest, declaration.name);
  }
  return manifest;
}

/** Returns the elements that a manifest describes. */
export const elementsOf = ({ modules }: Manifest): ElementDeclaration[] =>
  modules.flatMap(({ declarations }) => declarations.filter((one) => 'tagName' in one));
