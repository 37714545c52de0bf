/**
 * The types of an element's properties, with the values that a name such as `Outcome` stands for.
 *
 * @module
 */
import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  types: [],
};

/** Whether a type is one of a few texts, and perhaps `undefined`. */
const isChoice = (type: ts.Type): type is ts.UnionType =>
  type.isUnion() &&
  type.types.some((one) => one.isStringLiteral()) &&
  type.types.every((one) => one.isStringLiteral() || one.flags & ts.TypeFlags.Undefined);

/** Returns the text of the type of each property of the class `name` in the module at `path`. */
export function propertyTypes(path: string, name: string): Record<string, string> {
  const program = ts.createProgram([path], OPTIONS);
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(path) as ts.Node);
  const element = checker.getExportsOfModule(module as ts.Symbol).find((one) => one.name === name);
  const properties = checker.getDeclaredTypeOfSymbol(element as ts.Symbol).getProperties();
  const textOf = (type: ts.Type): string => {
    if (!isChoice(type)) return checker.typeToString(type);
    const values = type.types.flatMap((one) => (one.isStringLiteral() ? [`'${one.value}'`] : []));
    const isOptional = values.length < type.types.length;
    return [...values, ...(isOptional ? ['undefined'] : [])].join(' | ');
  };
  return Object.fromEntries(
    properties.map((one) => [one.name, textOf(checker.getTypeOfSymbol(one))]),
  );
}
