import { readFileSync } from 'node:fs';
import { fieldsTable } from './settings-page.ts';
import { anchorOf, code, codeBlock, pageOf, prose, sentence, table } from './markdown.ts';
import type { ExportEntry, ModuleEntry } from './source.ts';

/** An entry of the package. */
export interface Entry {
  /** What is imported: `vaultlink/endlink`. */
  specifier: string;
  /** Its source. */
  path: string;
  /** The page about it. */
  page: EntryPage;
}

/** A page about one entry or more. */
interface EntryPage {
  /** Its name, beside the others. */
  file: string;
  title: string;
}

/** Pages that have more than one entry, by the entries. An entry that is not here has a page of its own. */
const SHARED_PAGES: readonly (readonly [RegExp, EntryPage])[] = [
  [/^(endlink|vault|elements)$/, { file: 'api-browser.md', title: 'In the browser' }],
  [
    /^(angular|preact|react|solid|solid-2|svelte|vue)$/,
    { file: 'api-frameworks.md', title: 'In a framework' },
  ],
  [/^bff\//, { file: 'api-stores.md', title: 'Stores and telemetry' }],
  [/^testing(\/|$)/, { file: 'api-testing.md', title: 'In tests' }],
];

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
    const specifier = `vaultlink/${path}`;
    const [, shared] = SHARED_PAGES.find(([pattern]) => pattern.test(path)) ?? [];
    const page = shared ?? { file: `api-${path}.md`, title: specifier };
    return [{ specifier, path: source.slice('./'.length), page }];
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

const GROUPS = [
  { title: 'Functions', kinds: ['function'] },
  { title: 'Classes', kinds: ['class'] },
  { title: 'Values', kinds: ['value'] },
  { title: 'Interfaces', kinds: ['interface', 'type'] },
] as const;

/** Types whose members name what only somebody who writes one needs. A guide leads there. */
const NOT_FOLLOWED = /^(Store|Outbox)$/;

/** A shape that has methods. */
const hasMethods = ({ members }: ExportEntry) => members.some(({ type }) => type.includes('=>'));

/**
 * Returns the exports that a reader looks up: what is called, what is passed to it or comes back, with what its methods take. Editors show all others.
 */
function lookedUp(exports: readonly ExportEntry[]): ReadonlySet<ExportEntry> {
  const found = new Set<ExportEntry>();
  const namedBy = ({ name, signature, members }: ExportEntry) => {
    if (NOT_FOLLOWED.test(name) || ELSEWHERE.some(([pattern]) => pattern.test(name))) return [];
    const text = [signature, ...members.map(({ type }) => type)].join(' ');
    return exports.filter((one) => new RegExp(`\\b${one.name}\\b`).test(text));
  };
  const add = (entry: ExportEntry) => {
    if (found.has(entry)) return;
    found.add(entry);
    const isCalled = !['interface', 'type'].includes(entry.kind) || hasMethods(entry);
    if (isCalled) for (const one of namedBy(entry)) add(one);
  };
  for (const one of exports) if (!['interface', 'type'].includes(one.kind)) add(one);
  return found;
}

/** Returns the headings of the exports of a page. Anchors are in lower case: `endlinkState()` returns an `EndlinkState`. */
function headingsOf(exports: readonly ExportEntry[]): ReadonlyMap<ExportEntry, string> {
  const names = new Set(
    exports.filter(({ kind }) => kind === 'function').map(({ name }) => name.toLowerCase()),
  );
  return new Map(
    exports.map((entry) => {
      const { name, kind } = entry;
      if (kind === 'function') return [entry, code(`${name}()`)];
      return [entry, code(name) + (names.has(name.toLowerCase()) ? ' type' : '')];
    }),
  );
}

function exportSection(entry: ExportEntry, heading: string): string[] {
  const { name, kind, signature, docs, members } = entry;
  const returns = docs.returns && `Returns: ${docs.returns}`;
  const throws = docs.throws && `Throws: ${docs.throws}`;
  const facts = [returns, throws].filter(Boolean).map((fact) => `- ${prose(sentence(fact))}`);
  const [, elsewhere] = ELSEWHERE.find(([pattern]) => pattern.test(name)) ?? [];
  const isShape = kind === 'interface' || kind === 'class';
  return [
    `### ${heading}`,
    prose(docs.text),
    isShape ? signature && `Extends ${code(signature)}.` : codeBlock('ts', signature),
    facts.join('\n'),
    elsewhere ? `See ${elsewhere}.` : '',
    members.length && !elsewhere ? fieldsTable(name, members, 'Member') : '',
  ].filter(Boolean);
}

/** Returns one line for each type that nobody looks up. */
const typesTable = (types: readonly ExportEntry[]) =>
  table(
    ['Type', 'Meaning'],
    types.map(({ name, docs }) => [code(name), prose(sentence(firstSentence(docs.text)))]),
  );

const firstSentence = (text: string) => /^[^]*?\.(?= |$)/.exec(text)?.[0] ?? text;

function importLine(specifier: string, exports: readonly ExportEntry[]): string {
  const namesOf = (...kinds: readonly string[]) =>
    exports.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
  const callable = namesOf('function', 'class');
  const names = (callable.length ? callable : namesOf('value')).slice(0, 3);
  return names.length
    ? `import { ${names.join(', ')} } from '${specifier}';`
    : `import type {} from '${specifier}';`;
}

/** An entry with what it exports, in the order of the page. */
interface PageEntry {
  specifier: string;
  module: ModuleEntry;
  /** Exports that no entry before it on the page has, too. */
  own: readonly ExportEntry[];
}

/** Reads the entries of a page. An export with the same name and description is the same one. */
function readPageEntries(
  entries: readonly Entry[],
  moduleAt: (path: string) => ModuleEntry,
): PageEntry[] {
  const described = new Set<string>();
  return entries.map(({ specifier, path }) => {
    const module = moduleAt(path);
    const own = [...module.exports]
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .filter(({ name, docs }) => !described.has(`${name} ${docs.text}`));
    for (const { name, docs } of own) described.add(`${name} ${docs.text}`);
    return { specifier, module, own };
  });
}

/** Returns the sections about an entry. */
function entrySections(
  { specifier, module, own }: PageEntry,
  page: readonly PageEntry[],
): string[] {
  const isAlone = page.length === 1;
  const headings = headingsOf(page.flatMap((one) => one.own));
  const isShared = ({ name }: ExportEntry) =>
    page.filter((one) => one.own.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      .length > 1;
  const wanted = lookedUp(own);
  const groups = GROUPS.flatMap(({ title, kinds }) => {
    const some = own.filter(
      (one) => wanted.has(one) && (kinds as readonly string[]).includes(one.kind),
    );
    const parts = some.flatMap((one) =>
      exportSection(one, `${headings.get(one) ?? ''}${isShared(one) ? ` of ${specifier}` : ''}`),
    );
    return some.length && isAlone ? [`## ${title}`, ...parts] : parts;
  });
  const brief = own.filter((one) => !wanted.has(one));
  const again = module.exports.filter((one) => !own.includes(one)).map(({ name }) => code(name));
  return [
    ...(isAlone ? [] : [`## ${code(specifier)}`]),
    prose(module.summary),
    codeBlock('ts', importLine(specifier, module.exports)),
    again.length ? `It also exports, as above: ${again.join(', ')}.` : '',
    ...groups,
    ...(brief.length ? [isAlone ? '## Other types' : 'Other types:', typesTable(brief)] : []),
  ];
}

/** Returns the pages about the entries, by their file names. */
export function entryPages(
  moduleAt: (path: string) => ModuleEntry,
): Record<string, Promise<string>> {
  const files = Map.groupBy(entries(), ({ page }) => page.file);
  const pages = [...files].map(([file, some]) => {
    const page = readPageEntries(some, moduleAt);
    const sections = page.flatMap((entry) => entrySections(entry, page));
    const sources = some.map(({ path }) => path).join(', ');
    return [file, pageOf(some[0]?.page.title ?? file, sources, sections)] as const;
  });
  return Object.fromEntries(pages);
}

/** Returns the address of what is said about an entry, beside the other pages. */
export function addressOf({ specifier, page: { file } }: Entry): string {
  const isAlone = entries().filter(({ page }) => page.file === file).length === 1;
  return isAlone ? file : `${file}#${anchorOf(specifier)}`;
}
