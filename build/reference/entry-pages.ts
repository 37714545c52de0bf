import { readFileSync } from 'node:fs';
import { fieldsTable } from './settings-page.ts';
import { code, codeBlock, pageOf, prose, sentence } from './markdown.ts';
import type { ExportEntry, ModuleEntry } from './source.ts';

/** An entry of the package. */
export interface Entry {
  /** What is imported: `vaultlink/endlink`. */
  specifier: string;
  /** Its source. */
  path: string;
  /** The page about it, beside the others. */
  page: string;
}

/** Returns the entries that have a source, in the order of package.json. */
export function entries(): Entry[] {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, string | { 'vaultlink-source'?: string }>;
  };
  return Object.entries(exports).flatMap(([name, conditions]) => {
    const source = typeof conditions === 'string' ? undefined : conditions['vaultlink-source'];
    // `elements/endlink-finish` and its like export what `elements` exports.
    if (!source || name.includes('*')) return [];
    const path = name.slice('./'.length);
    return [
      {
        specifier: `vaultlink/${path}`,
        path: source.slice('./'.length),
        page: `api-${path.replaceAll('/', '-')}.md`,
      },
    ];
  });
}

/** What has a page of its own, by name. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^(EndlinkFinish|VaultConnect|VaultPush)(Element)?$/, '[Elements](elements.md)'],
  [
    /^(VaultBffOptions|ServiceOptions|ClientOptions|SealingKey|AnonymousCallsOptions)$/,
    '[Options of createVaultBff](backend-options.md)',
  ],
  [/^(TagOptions|EndlinkOptions|Vaultlink)$/, '[Settings of the script tag](script-tag.md)'],
];

function entrySection(
  { name, kind, signature, docs, members }: ExportEntry,
  functionNames: readonly string[],
): string[] {
  const returns = docs.returns && `Returns: ${docs.returns}`;
  const throws = docs.throws && `Throws: ${docs.throws}`;
  const facts = [returns, throws].filter(Boolean).map((fact) => `- ${prose(sentence(fact))}`);
  const [, elsewhere] = ELSEWHERE.find(([pattern]) => pattern.test(name)) ?? [];
  // Anchors are in lower case: `endlinkState()` returns an `EndlinkState`.
  const isNamesake = kind !== 'function' && functionNames.includes(name.toLowerCase());
  const isShape = kind === 'interface' || kind === 'class';
  return [
    `### ${code(kind === 'function' ? `${name}()` : name)}${isNamesake ? ' type' : ''}`,
    prose(docs.text),
    isShape ? signature && `Extends ${code(signature)}.` : codeBlock('ts', signature),
    facts.join('\n'),
    elsewhere ? `See ${elsewhere}.` : '',
    members.length && !elsewhere ? fieldsTable(name, members, 'Member') : '',
  ].filter(Boolean);
}

const GROUPS = [
  { title: 'Functions', kind: 'function' },
  { title: 'Classes', kind: 'class' },
  { title: 'Values', kind: 'value' },
  { title: 'Interfaces', kind: 'interface' },
  { title: 'Types', kind: 'type' },
] as const;

/** Returns the page about an entry. */
export function entryPage(entry: Entry, module: ModuleEntry): Promise<string> {
  const { specifier, path } = entry;
  const functionNames = module.exports
    .filter(({ kind }) => kind === 'function')
    .map(({ name }) => name.toLowerCase());
  const sections = GROUPS.flatMap(({ title, kind }) => {
    const some = module.exports
      .filter((one) => one.kind === kind)
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    const parts = some.flatMap((one) => entrySection(one, functionNames));
    return some.length ? [`## ${title}`, ...parts] : [];
  });
  const namesOf = (...kinds: readonly string[]) =>
    module.exports.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
  const callable = namesOf('function', 'class');
  const names = (callable.length ? callable : namesOf('value')).slice(0, 3);
  const example = names.length
    ? `import { ${names.join(', ')} } from '${specifier}';`
    : `import type {} from '${specifier}';`;
  return pageOf(specifier, path, [prose(module.summary), codeBlock('ts', example), ...sections]);
}
