import { readFileSync } from 'node:fs';
import {
  anchor,
  anchorOf,
  code,
  codeBlock,
  list,
  pageOf,
  prose,
  sentence,
  valuesIn,
} from './markdown.ts';
import { elsewhere, hasMethods, lookedUp, MEMBERS_NOT_SHOWN, NOT_FOLLOWED } from './looked-up.ts';
import type { ExportEntry, MemberEntry, ModuleEntry } from './source.ts';

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
  [
    /^(endlink|vault|elements|angular|preact|react|solid|solid-2|svelte|vue)$/,
    { file: 'api-browser.md', title: 'In the browser' },
  ],
  [/^(bff|bff\/.*|node)$/, { file: 'api-bff.md', title: 'On the server' }],
  [/^(sandbox|testing|testing\/.*)$/, { file: 'api-sandbox.md', title: 'The sandbox, and tests' }],
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

/** Returns the headings of the shapes of a page. Anchors are in lower case: `fakeBackend()` returns a `FakeBackend`. */
function headingsOf(exports: readonly ExportEntry[]): ReadonlyMap<ExportEntry, string> {
  const names = new Set(
    exports.filter(({ kind }) => kind === 'function').map(({ name }) => name.toLowerCase()),
  );
  return new Map(
    exports.map((entry) => {
      const { name } = entry;
      return [entry, code(name) + (names.has(name.toLowerCase()) ? ' type' : '')];
    }),
  );
}

/** An error that the index names once for all functions. */
const NO_SUCH_OPTION =
  /^VaultError `configuration_error` if an option does not exist(; )?|,? or if an option does not exist/;

/** Returns a function in one paragraph. Its types are shown by an editor. */
function functionLine({ name, parameters = '()', docs }: ExportEntry, id: string): string {
  const returns = docs.returns && sentence(`returns ${docs.returns}`);
  const thrown = docs.throws.replace(NO_SUCH_OPTION, '');
  const throws = thrown && sentence(`throws ${thrown}`);
  const text = [prose(sentence(docs.text)), prose(returns), prose(throws)].filter(Boolean);
  return `${anchor(anchorOf(id))}${code(name + parameters)}: ${text.join(' ')}`;
}

/** Returns a line for each member that has a description, and one with the names of the others. */
function memberLines(members: readonly MemberEntry[]): string[] {
  const described: string[] = [];
  const plain: string[] = [];
  for (const one of members) {
    const { type, docs } = one;
    const byDefault = docs.byDefault && `Default: ${prose(docs.byDefault)}.`;
    const text = [prose(sentence(docs.text)), byDefault].filter(Boolean).join(' ');
    const label = code(labelOf(one)) + valuesIn(type, text);
    if (text) described.push(`${label}: ${text}`);
    else plain.push(label);
  }
  return plain.length ? [...described, plain.join(', ')] : described;
}

const labelOf = ({ name, parameters = '', isOptional }: MemberEntry) =>
  `${name}${isOptional ? '?' : ''}${parameters}`;

function shapeSection(
  { name, signature, docs, members }: ExportEntry,
  heading: string,
  shown: ReadonlySet<string>,
): string[] {
  // What it extends has a section of its own.
  const parents = [...shown].filter((one) => new RegExp(`\\b${one}\\b`).test(signature));
  const own = members.filter(
    (one) => !(parents.length && one.isInherited) && !MEMBERS_NOT_SHOWN[name]?.test(one.name),
  );
  return [
    `### ${heading}`,
    prose(docs.text),
    parents.length ? `Has all of ${parents.map(code).join(' and ')}, too.` : '',
    NOT_FOLLOWED.test(name) ? '' : list(memberLines(own)),
  ].filter(Boolean);
}

/** An object of which there is more to say than what an editor shows. */
const isTold = (entry: ExportEntry) =>
  (entry.kind === 'class' || entry.kind === 'interface') &&
  (hasMethods(entry) || entry.members.some(({ docs }) => docs.text || docs.byDefault));

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
  /** Exports that no entry before it has, too. */
  own: readonly ExportEntry[];
  /** Links to the other pages that describe what it exports, too. */
  shared: readonly string[];
}

/** Reads the entries of a page. An export with the same name and description is the same one. `described` has the page of each that was read. */
function readPageEntries(
  entries: readonly Entry[],
  moduleAt: (path: string) => ModuleEntry,
  described: Map<string, EntryPage>,
): PageEntry[] {
  const onPage = new Set<string>();
  return entries.map(({ specifier, path, page }) => {
    const module = moduleAt(path);
    const sorted = [...module.exports].sort((one, other) => (one.name < other.name ? -1 : 1));
    const pageWith = ({ name, docs }: ExportEntry) => described.get(`${name} ${docs.text}`);
    const own = sorted.filter(
      (one) => !pageWith(one) && !onPage.has(`${one.name} ${one.docs.text}`),
    );
    const shared = [...lookedUp(sorted)].flatMap((one) => {
      const other = pageWith(one);
      return other && other.file !== page.file ? `[${other.title}](${other.file})` : [];
    });
    const wanted = lookedUp(own);
    for (const one of own) {
      // A type that one page leaves out may be looked up on another one.
      const { name, docs } = one;
      onPage.add(`${name} ${docs.text}`);
      if (wanted.has(one)) described.set(`${name} ${docs.text}`, page);
    }
    return { specifier, module, own, shared };
  });
}

/** Returns the sections about an entry. */
function entrySections(
  { specifier, module, own, shared }: PageEntry,
  page: readonly PageEntry[],
): string[] {
  const isAlone = page.length === 1;
  const headings = headingsOf(page.flatMap((one) => one.own));
  const isShared = ({ name }: ExportEntry) =>
    page.filter((one) => one.own.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      .length > 1;
  const ofEntry = (one: ExportEntry) => (isShared(one) ? ` of ${specifier}` : '');
  const onPage = new Set(page.flatMap((one) => [...lookedUp(one.own)].map(({ name }) => name)));
  const wanted = lookedUp(own);
  const shown = own.filter((one) => wanted.has(one) && !elsewhere(one.name));
  const others = [...[...wanted].flatMap(({ name }) => elsewhere(name) ?? []), ...shared];
  const ofKind = (kind: ExportEntry['kind']) => shown.filter((one) => one.kind === kind);
  const linesOf = (kind: 'value' | 'type') =>
    ofKind(kind).map(({ name, signature, docs }) => {
      const [, type = ''] = /^(?:const|type) \w+(?:: | = )([^]*)$/.exec(signature) ?? [];
      return `${code(name)}${valuesIn(type, docs.text)}: ${prose(sentence(docs.text))}`;
    });
  const titled = (title: string, lines: readonly string[]) =>
    lines.length ? [isAlone ? `## ${title}` : `${title}:`, list(lines)] : [];
  const shapes = shown.filter(isTold);
  return [
    ...(isAlone ? [] : [`## ${code(specifier)}`]),
    prose(module.summary),
    !ofKind('function').length && !shapes.length
      ? ''
      : codeBlock('ts', importLine(specifier, module.exports)),
    others.length ? `See also ${[...new Set(others)].join(' and ')}.` : '',
    ...titled(
      'Functions',
      ofKind('function').map((one) => functionLine(one, one.name + ofEntry(one))),
    ),
    ...titled('Values', linesOf('value')),
    ...titled('Types', linesOf('type')),
    ...(isAlone && shapes.length ? ['## Objects'] : []),
    ...shapes.flatMap((one) =>
      shapeSection(one, `${headings.get(one) ?? ''}${ofEntry(one)}`, onPage),
    ),
  ];
}

/** Returns the pages about the entries, by their file names. */
export function entryPages(
  moduleAt: (path: string) => ModuleEntry,
): Record<string, Promise<string>> {
  const files = Map.groupBy(entries(), ({ page }) => page.file);
  const described = new Map<string, EntryPage>();
  const pages = [...files].map(([file, some]) => {
    const page = readPageEntries(some, moduleAt, described);
    const sections = page.flatMap((entry) => entrySections(entry, page));
    return [file, pageOf(some[0]?.page.title ?? file, 'the entries of src', sections)] as const;
  });
  return Object.fromEntries(pages);
}

/** Returns the address of what is said about an entry, beside the other pages. */
export function addressOf({ specifier, page: { file } }: Entry): string {
  const isAlone = entries().filter(({ page }) => page.file === file).length === 1;
  return isAlone ? file : `${file}#${anchorOf(specifier)}`;
}
