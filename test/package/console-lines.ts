/**
 * The lines that the code can print, read out of its source. What is only known at run time is `…`.
 *
 * @module
 */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';
import { withUnknown } from '../../build/reference/causes-page.ts';
import { CAUSE_HELP } from '../../src/protocol/cause-help.ts';
import { CONSOLE_SENTENCES } from '../../src/protocol/causes.ts';
import type { ConsoleCause } from '../../src/protocol/causes.ts';

const UNKNOWN = '…';

/** What writes a line, by its name in the source. */
const WRITERS = /^(console\.\w+|this\.warn|warn)$/;

/** The error that the vault's connection prints with its code, and the short form of it. */
const ERRORS = /^(VaultError|unreachable)$/;

interface Reader {
  source: ts.SourceFile;
  /** What the functions of the module return, by their names. */
  returned: ReadonlyMap<string, readonly ts.Expression[]>;
}

function readerOf(path: string): Reader {
  const source = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.ES2022,
    true,
  );
  const returned = new Map<string, ts.Expression[]>();
  for (const statement of source.statements) {
    if (!ts.isFunctionDeclaration(statement) || !statement.name) continue;
    const expressions: ts.Expression[] = [];
    visit(statement, (node) => {
      if (ts.isReturnStatement(node) && node.expression) expressions.push(node.expression);
    });
    returned.set(statement.name.text, expressions);
  }
  return { source, returned };
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

/** Returns every text that an expression can stand for. */
function textsOf(node: ts.Expression | undefined, reader: Reader): string[] {
  if (!node) return [UNKNOWN];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return textsOf(node.expression, reader);
  if (ts.isConditionalExpression(node))
    return [...textsOf(node.whenTrue, reader), ...textsOf(node.whenFalse, reader)];
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map((one) => UNKNOWN + one.literal.text).join('')];
  if (ts.isBinaryExpression(node)) {
    const first = textsOf(node.left, reader);
    const second = textsOf(node.right, reader);
    const isSum = node.operatorToken.kind === ts.SyntaxKind.PlusToken;
    return isSum ? first.flatMap((one) => second.map((two) => one + two)) : [...first, ...second];
  }
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const expressions = reader.returned.get(node.expression.text);
    if (expressions) return expressions.flatMap((one) => textsOf(one, reader));
  }
  return [UNKNOWN];
}

/** Returns whether a line has words of its own, and does not only pass on what another one says. */
const hasWords = (line: string) => /[A-Za-z]{2}/.test(line);

/** Returns the lines that the modules of a folder can write to the console of a browser, without their mark. */
export function consoleLines(folder: string): string[] {
  const lines = new Set<string>();
  const add = (line: string) => {
    const unmarked = line.replace(/^\[vaultlink\] /, '');
    if (hasWords(unmarked)) lines.add(unmarked);
  };
  for (const path of globSync(`${folder}/**/*.ts`)) {
    const reader = readerOf(path);
    visit(reader.source, (node) => {
      if (ts.isCallExpression(node) && WRITERS.test(node.expression.getText())) {
        const isOfElement = node.expression.getText() === 'this.warn';
        // The class that all elements extend speaks for each of them.
        const name = basename(path, '.ts').replace('vaultlink-element', UNKNOWN);
        const prefix = isOfElement ? `<${name}> ` : '';
        for (const text of textsOf(node.arguments[0], reader)) add(prefix + text);
      }
      if (
        (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
        ERRORS.test(node.expression.getText())
      ) {
        const isShort = node.expression.getText() === 'unreachable';
        const [first, second] = node.arguments ?? [];
        const codes = isShort ? ['service_unreachable'] : textsOf(first, reader);
        for (const code of codes)
          for (const text of textsOf(isShort ? first : second, reader))
            // A refusal of the user is a valid result, and is not printed.
            if (code !== 'access_denied' && hasWords(text)) add(`${text} (${code})`);
      }
    });
  }
  return [...lines];
}

/** Returns the sentences of the table of causes, in the order of the page about them. */
export const sentencesOfCauses = (): string[] =>
  Object.keys(CAUSE_HELP).flatMap((id) =>
    id in CONSOLE_SENTENCES ? withUnknown(CONSOLE_SENTENCES[id as ConsoleCause]) : [],
  );

/** Returns every text in the modules of a folder. */
export function textsIn(folder: string): string[] {
  const texts: string[] = [];
  for (const path of globSync(`${folder}/**/*.ts`)) {
    const reader = readerOf(path);
    visit(reader.source, (node) => {
      if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
        texts.push(...textsOf(node, reader));
    });
  }
  return texts;
}

/** Returns the second texts of the pairs in a table of a module. */
export function tableOf(path: string, name: string): string[] {
  const reader = readerOf(path);
  const texts: string[] = [];
  visit(reader.source, (node) => {
    if (!ts.isVariableDeclaration(node) || node.name.getText() !== name) return;
    visit(node, (row) => {
      if (!ts.isArrayLiteralExpression(row) || row.elements.length !== 2) return;
      const [, text] = row.elements;
      if (text && ts.isStringLiteralLike(text)) texts.push(text.text);
    });
  });
  return texts;
}
