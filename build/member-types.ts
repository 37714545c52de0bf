/**
 * The types of an element's members, with the values that a name such as `Outcome` stands for.
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

/** Returns whether a type is one of a few texts, and perhaps `undefined`. */
const isChoice = (type: ts.Type): type is ts.UnionType =>
  type.isUnion() &&
  type.types.some((one) => one.isStringLiteral()) &&
  type.types.every((one) => one.isStringLiteral() || one.flags & ts.TypeFlags.Undefined);

/** Returns the text of the type of each field of the class `name` in the module at `path`, and of what each method returns. */
export function memberTypes(path: string, name: string): Record<string, string> {
  const program = ts.createProgram([path], OPTIONS);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const module = source && checker.getSymbolAtLocation(source);
  const element = module && checker.getExportsOfModule(module).find((one) => one.name === name);
  if (!element) throw new Error(`${path} exports no ${name}.`);
  const textOf = (type: ts.Type): string => {
    if (!isChoice(type)) return checker.typeToString(type);
    const values = type.types.flatMap((one) => (one.isStringLiteral() ? [`'${one.value}'`] : []));
    const isOptional = values.length < type.types.length;
    return [...values, ...(isOptional ? ['undefined'] : [])].join(' | ');
  };
  const members = checker.getDeclaredTypeOfSymbol(element).getProperties();
  return Object.fromEntries(
    members.map((member) => {
      const type = checker.getTypeOfSymbol(member);
      return [member.name, textOf(type.getCallSignatures()[0]?.getReturnType() ?? type)];
    }),
  );
}
