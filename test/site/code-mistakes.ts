import { parse, parseFragment } from 'parse5';
import type { ParserError } from 'parse5';
import ts from 'typescript';
import { elementsIn } from './built-site.ts';

/** Elements that need no end tag. */
const WITHOUT_END =
  /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|html|head|body|tbody)$/;

/** Lists the complaints of the parser of HTML, and elements that are not closed. A block is a whole page or a part of one. */
export function mistakesInHtml(code: string): string[] {
  const mistakes: string[] = [];
  const options = {
    sourceCodeLocationInfo: true,
    onParseError: ({ code: name, startLine }: ParserError) => {
      const mistake: string = name;
      if (mistake !== 'missing-doctype') mistakes.push(`line ${startLine}: ${mistake}`);
    },
  };
  const isPage = /^\s*<(!doctype|html|head|body)\b/i.test(code);
  const tree = isPage ? parse(code, options) : parseFragment(code, options);
  for (const { tagName, sourceCodeLocation } of elementsIn(tree)) {
    if (sourceCodeLocation && !sourceCodeLocation.endTag && !WITHOUT_END.test(tagName))
      mistakes.push(`line ${sourceCodeLocation.startLine}: <${tagName}> is not closed`);
  }
  return mistakes;
}

/** Lists the complaints of the parser of JSON. A block may be an object, its members alone, or an object a line. */
export function mistakesInJson(code: string): string[] {
  const readings = [[code], [`{${code}}`], code.trim().split('\n')];
  const isRead = readings.some((texts) => {
    try {
      texts.forEach((text) => void JSON.parse(text));
      return true;
    } catch {
      return false;
    }
  });
  return isRead ? [] : ['no JSON'];
}

/** Lists the complaints of the parser of TypeScript. A block of JSX may be a part of what a component returns. */
export function mistakesInScript(code: string, language: string): string[] {
  const fileName = `block.${language === 'js' ? 'jsx' : language}`;
  const texts = code.trimStart().startsWith('<') ? [code, `<>${code}</>`] : [code];
  const readings = texts.map((text) => syntaxErrors(text, fileName));
  return readings.some((errors) => !errors.length) ? [] : (readings[0] ?? []);
}

function syntaxErrors(text: string, fileName: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(text, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ESNext, jsx: ts.JsxEmit.Preserve },
  });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/**
 * Messages that are about what a block takes from the package: a name, an option or a type that does not exist there. A block is a part of a program,
 * so what it lacks otherwise is no mistake.
 */
const ABOUT_THE_PACKAGE = new Set([
  2305, // the module has no such export
  2307, // no such module
  2322, // a value of another type
  2339, // no such property
  2345, // an argument of another type
  2353, // no such option
  2551, // no such property, did you mean
  2561, // no such option, did you mean
  2724, // no such export, did you mean
  2741, // an option is missing
]);

/** Modules and objects that are not of the package: a framework adds to them, or the block has them from elsewhere. */
const ABOUT_OTHERS =
  /Cannot find module '(?!vaultlink\/)|does not exist on type '(ImportMeta|IncomingMessage)'/;

/** Lists the compiler's errors in blocks that import the package, by the place of the block. */
export function mistakesInTypes(
  blocks: readonly { place: string; language: string; code: string }[],
) {
  const files = new Map(
    blocks.map(({ place, language, code }, index) => {
      // At the root: `vaultlink/…` is its name, and a folder with a package.json of its own has another.
      const name = `${process.cwd()}/block-${index}.${language === 'js' ? 'jsx' : language}`;
      return [name, { place, code }] as const;
    }),
  );
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node'],
    jsx: ts.JsxEmit.ReactJSX,
    customConditions: ['vaultlink-source'],
    allowJs: true,
    checkJs: true,
    // A block reads variables of the environment without a check for each.
    strict: false,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  };
  const host = ts.createCompilerHost(options);
  host.fileExists = (name) => files.has(name) || ts.sys.fileExists(name);
  host.readFile = (name) => files.get(name)?.code ?? ts.sys.readFile(name);
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files].flatMap(([name, { place }]) => {
    const source = program.getSourceFile(name);
    return program
      .getSemanticDiagnostics(source)
      .filter(({ code }) => ABOUT_THE_PACKAGE.has(code))
      .map((diagnostic) => `${place}, ${sentenceOf(diagnostic)}`)
      .filter((sentence) => !ABOUT_OTHERS.test(sentence));
  });
}

function sentenceOf({ code, file, start, messageText }: ts.Diagnostic): string {
  const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
  return `line ${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')} (TS${code})`;
}

/** Scripts of npm that are named but do not exist, and commands and options of `vaultlink`. */
export function mistakesInShell(
  code: string,
  scripts: readonly string[],
  helpOf: (command: string) => string | undefined,
): string[] {
  const lines = code.replace(/\\\n\s*/g, ' ').replace(/(^|\s)#.*$/gm, '');
  const mistakes: string[] = [];
  for (const [, script = ''] of lines.matchAll(/\bnpm run (?:-\S+ )*([\w:-]+)/g))
    if (!scripts.includes(script)) mistakes.push(`no script "${script}"`);
  // What follows the name of the one file without a command is for the sandbox.
  const called = lines.replace(/\bnode sandbox\.mjs(?! [a-z])/g, 'vaultlink sandbox');
  const commands = called.replaceAll('node sandbox.mjs', 'vaultlink');
  for (const [, command = '', rest = ''] of commands.matchAll(/\bvaultlink ([a-z]+)([^|;&\n]*)/g)) {
    const help = helpOf(command);
    if (help === undefined) mistakes.push(`no command "vaultlink ${command}"`);
    for (const [, option = ''] of rest.matchAll(/\s(--[a-z-]+)/g))
      if (help?.includes(option) === false) mistakes.push(`"${command}" has no ${option}`);
  }
  return mistakes;
}
