import { wrap } from '../../findings/index.ts';
import { MAKE_A_KEY } from './readers.ts';
import type { Variable } from './variable.ts';
import { ALL_VARIABLES, fileVariableOf, type VariableName } from './variables.ts';

const INDENT = '      ';
const COLUMNS = 80 - INDENT.length;

/** Returns the list of variables for the `--help` of a command; `''` if it reads none. */
export function helpOfVariables(command: string): string {
  const variables = ALL_VARIABLES.filter(([, { usedBy }]) => usedBy.includes(command));
  if (!variables.length) return '';
  return `
Environment variables. --env FILE reads those that are not set from a file:

${variables.map(([name, variable]) => entryOf(name, variable)).join('\n')}

To create a key: ${MAKE_A_KEY}
`;
}

function entryOf(name: VariableName, variable: Variable): string {
  const { meaning, isSecret } = variable;
  const notes = [conditionOf(variable), ...(isSecret ? [`or ${fileVariableOf(name)}`] : [])];
  return [`  ${name} (${notes.join('; ')})`, ...wrap(meaning, COLUMNS).map((line) => INDENT + line)]
    .join('\n')
    .replaceAll('`', '');
}

/** Returns `required`, or what applies if the variable is unset. */
const conditionOf = ({ required, byDefault, whenUnset = byDefault }: Variable): string =>
  required === undefined ? `default: ${whenUnset}` : 'required';
