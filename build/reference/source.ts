/**
 * The sources as the TypeScript compiler reads them: what a module exports, and what the docstrings say.
 *
 * @module
 */
import ts from 'typescript';
import { code } from './markdown.ts';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  types: ['node'],
};

/** A docstring. */
interface Docs {
  /** The text before the tags, with the default left out. */
  text: string;
  /** What follows `Default:`. */
  byDefault: string;
  /** The texts of `@returns` and `@throws`. */
  returns: string;
  throws: string;
}

/** A field or method of an interface or a class. */
export interface MemberEntry {
  name: string;
  type: string;
  /** Of a function: the names of its parameters, such as `(subject, packetId?)`. */
  parameters: string | undefined;
  isOptional: boolean;
  /** The interface has it from one that it extends. */
  isInherited: boolean;
  docs: Docs;
}

/** What a module exports under a name. */
export interface ExportEntry {
  name: string;
  kind: 'function' | 'value' | 'class' | 'interface' | 'type';
  /** The declaration, as somebody who calls it reads it. Of an interface or a class: what it extends. */
  signature: string;
  /** Of a function: the names of its parameters, such as `(options?)`. */
  parameters?: string;
  docs: Docs;
  /** Of an interface or a class. */
  members: readonly MemberEntry[];
}

/** A module, and what it exports. */
export interface ModuleEntry {
  /** The first paragraph of the docstring of the module. */
  summary: string;
  exports: readonly ExportEntry[];
}

/** Reads modules. */
export interface Sources {
  moduleAt: (path: string) => ModuleEntry;
}

/** Returns a reader of the modules at these paths. */
export function readSources(paths: readonly string[]): Sources {
  const program = ts.createProgram([...paths], OPTIONS);
  const checker = program.getTypeChecker();
  return {
    moduleAt(path) {
      const source = program.getSourceFile(path);
      const module = source && checker.getSymbolAtLocation(source);
      if (!module) throw new Error(`${path} is no module.`);
      const entries = checker.getExportsOfModule(module).map((one) => entryOf(one, checker));
      return { summary: moduleSummary(source), exports: entries };
    },
  };
}

/** The first paragraph of the docstring that has the tag `@module`. */
function moduleSummary(source: ts.SourceFile): string {
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[^])*?@module)/.exec(source.text) ?? [];
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, ''));
  const [summary = ''] = lines
    .join('\n')
    .trim()
    .split(/\n\n|\n@/);
  return summary.replaceAll('\n', ' ').replace(/:$/, '.');
}

function entryOf(exported: ts.Symbol, checker: ts.TypeChecker): ExportEntry {
  const isAlias = exported.flags & ts.SymbolFlags.Alias;
  const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
  const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
  if (!declaration) throw new Error(`${exported.name} is declared nowhere.`);
  const members =
    ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)
      ? membersOf(symbol, checker)
      : [];
  return {
    name: exported.name,
    ...kindAndSignature(exported.name, declaration, checker),
    docs: docsOf(symbol, checker),
    members,
  };
}

/** Returns the fields of a symbol that somebody outside can read, those of the project alone: an element has hundreds from the DOM. */
function membersOf(symbol: ts.Symbol, checker: ts.TypeChecker): MemberEntry[] {
  return checker
    .getDeclaredTypeOfSymbol(symbol)
    .getProperties()
    .flatMap((member) => {
      const [declaration] = member.declarations ?? [];
      if (!declaration || declaration.getSourceFile().fileName.includes('node_modules')) return [];
      const isHidden =
        ts.getCombinedModifierFlags(declaration) &
        (ts.ModifierFlags.Private | ts.ModifierFlags.Protected);
      const isLibrary = declaration.getSourceFile().isDeclarationFile;
      if (isHidden || isLibrary || /^(#|__)/.test(member.name)) return [];
      const type = (declaration as Partial<ts.PropertySignature>).type;
      return [
        {
          name: member.name,
          parameters: parametersOfMember(declaration),
          isInherited: !symbol.members?.has(member.escapedName),
          type: withoutUndefined(
            (member.flags & ts.SymbolFlags.Optional) !== 0,
            ts.isMethodSignature(declaration) || ts.isMethodDeclaration(declaration)
              ? callOf('', declaration, checker)
              : type
                ? textOf(type)
                : checker.typeToString(checker.getTypeOfSymbol(member)),
          ),
          isOptional: (member.flags & ts.SymbolFlags.Optional) !== 0,
          docs: docsOf(member, checker),
        },
      ];
    });
}

/** Returns the names of the parameters of a method, or of a field that holds a function. */
function parametersOfMember(declaration: ts.Declaration): string | undefined {
  if (ts.isMethodSignature(declaration) || ts.isMethodDeclaration(declaration))
    return namesOf(declaration);
  const type = (declaration as Partial<ts.PropertySignature>).type;
  return type && ts.isFunctionTypeNode(type) ? namesOf(type) : undefined;
}

/** Leaves out what a question mark says already. */
function withoutUndefined(isOptional: boolean, type: string): string {
  if (!isOptional) return type;
  const shorter = type.replace(/ \| undefined$/, '');
  const isWhole = shorter.startsWith('(') && shorter.endsWith(')') && shorter !== type;
  return isWhole ? shorter.slice(1, -1) : shorter;
}

/** Returns the values of a type that is one of a few texts. */
function choiceOf(type: ts.Type): string | undefined {
  if (!type.isUnion() || !type.types.every((one) => one.isStringLiteral())) return undefined;
  return type.types.map((one) => (one.isStringLiteral() ? `'${one.value}'` : '')).join(' | ');
}

function kindAndSignature(
  name: string,
  declaration: ts.Declaration,
  checker: ts.TypeChecker,
): Pick<ExportEntry, 'kind' | 'signature' | 'parameters'> {
  const functionOf = (node: ts.SignatureDeclaration) => ({
    kind: 'function' as const,
    signature: `function ${callOf(name, node, checker)}`,
    parameters: namesOf(node),
  });
  if (ts.isFunctionDeclaration(declaration)) return functionOf(declaration);
  if (ts.isClassDeclaration(declaration)) {
    return { kind: 'class', signature: heritageOf(declaration) };
  }
  if (ts.isInterfaceDeclaration(declaration)) {
    return { kind: 'interface', signature: heritageOf(declaration) };
  }
  if (ts.isTypeAliasDeclaration(declaration)) {
    const choice = choiceOf(checker.getTypeAtLocation(declaration));
    const type = choice ?? textOf(declaration.type);
    return { kind: 'type', signature: `type ${name}${parametersOf(declaration)} = ${type}` };
  }
  if (ts.isVariableDeclaration(declaration)) {
    const { initializer, type } = declaration;
    if (initializer && ts.isArrowFunction(initializer)) return functionOf(initializer);
    const text = type ? textOf(type) : checker.typeToString(checker.getTypeAtLocation(declaration));
    // The type of a table is longer than the table.
    const isShort = text.length <= 160 && !text.includes('...');
    return { kind: 'value', signature: isShort ? `const ${name}: ${text}` : `const ${name}` };
  }
  throw new Error(`${name} is declared in a way that the reference does not know.`);
}

/** Returns what an interface or a class extends. The type of a table has no name that a reader could look up. */
const heritageOf = ({ heritageClauses }: ts.InterfaceDeclaration | ts.ClassDeclaration) =>
  (heritageClauses ?? [])
    .flatMap(({ types }) => types.map((one) => textOf(one)))
    .filter((text) => !text.includes('typeof '))
    .join(', ');

const parametersOf = ({ typeParameters }: ts.TypeAliasDeclaration) =>
  typeParameters ? `<${typeParameters.map(textOf).join(', ')}>` : '';

function callOf(name: string, node: ts.SignatureDeclaration, checker: ts.TypeChecker): string {
  const generics = node.typeParameters ? `<${node.typeParameters.map(textOf).join(', ')}>` : '';
  const parameters = node.parameters.map((one) => parameterOf(one));
  const signature = checker.getSignatureFromDeclaration(node);
  const returned = node.type
    ? textOf(node.type)
    : signature
      ? checker.typeToString(checker.getReturnTypeOfSignature(signature))
      : 'void';
  const separator = name ? ': ' : ' => ';
  return `${name}${generics}(${parameters.join(', ')})${separator}${returned}`;
}

const namesOf = ({ parameters }: ts.SignatureDeclaration) =>
  `(${parameters.map((one) => nameOf(one)).join(', ')})`;

/** Returns the name of a parameter, without the names that it is taken apart into. */
function nameOf({ name, initializer, questionToken, dotDotDotToken }: ts.ParameterDeclaration) {
  const isOptional = questionToken ?? initializer;
  const plain = ts.isIdentifier(name) ? name.text : 'options';
  return `${dotDotDotToken ? '...' : ''}${plain}${isOptional ? '?' : ''}`;
}

/** Returns a parameter without its default. */
const parameterOf = (parameter: ts.ParameterDeclaration) =>
  `${nameOf(parameter)}: ${parameter.type ? textOf(parameter.type) : 'unknown'}`;

/** Returns the source of a node on one line, without its comments. */
const textOf = (node: ts.Node): string =>
  node
    .getText()
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/^\s*\|\s*/, '')
    .replace(/\s+/g, ' ')
    .replace(/\( /g, '(')
    .replace(/,? \)/g, ')')
    .trim();

function docsOf(symbol: ts.Symbol, checker: ts.TypeChecker): Docs {
  const whole = plainText(symbol.getDocumentationComment(checker));
  const [first = ''] = whole.split(/\n\n/);
  const tagText = (name: string) =>
    symbol
      .getJsDocTags(checker)
      .filter((tag) => tag.name === name)
      .map((tag) => plainText(tag.text ?? []))
      .join('; ');
  // The default is the last sentence, or stands before the last ones. It ends where a sentence begins.
  const [, before = first, byDefault = '', after = ''] =
    /^([^]*?)\bDefault: ([^]*?)(?:\.(?= [A-Z]|\s*$)|$)([^]*)$/.exec(first) ?? [];
  return {
    text: `${before.trim()} ${after.trim()}`.trim(),
    byDefault: byDefault.trim(),
    returns: tagText('returns'),
    throws: tagText('throws'),
  };
}

/** Returns a comment as Markdown: a link to a name becomes code. */
const plainText = (parts: readonly ts.SymbolDisplayPart[]) =>
  ts
    .displayPartsToString([...parts])
    .replace(/\{@link ([^}|]+)(?:\|[^}]*)?\}/g, (_, name: string) => code(name.trim()))
    .replace(/(?<!\n)\n(?!\n)/g, ' ');
