import { wrap } from '../wrap.ts';
import { MAKE_A_KEY } from './readers.ts';
import type { Variable } from './variable.ts';
import { ALL_VARIABLES, fileVariableOf } from './variables.ts';
import type { VariableName } from './variables.ts';

const INDENT = '      ';
const COLUMNS = 80 - INDENT.length;

/** The part of the `--help` of a command that lists the variables it reads; `''`: it reads none. */
export function helpOfVariables(command: string): string {
  const variables = ALL_VARIABLES.filter(([, { usedBy }]) => usedBy.includes(command));
  if (!variables.length) return '';
  return `
It reads these environment variables. --env FILE takes from a file those that are not set:

${variables.map(([name, variable]) => entryOf(name, variable)).join('\n')}

A key: ${MAKE_A_KEY}
`;
}

function entryOf(name: VariableName, variable: Variable): string {
  const { meaning, isSecret } = variable;
  const notes = [conditionOf(variable), ...(isSecret ? [`or ${fileVariableOf(name)}`] : [])];
  return [`  ${name} (${notes.join('; ')})`, ...wrap(meaning, COLUMNS).map((line) => INDENT + line)]
    .join('\n')
    .replaceAll('`', '');
}

/** Whether a variable is required, or what holds where it is unset. */
const conditionOf = ({ required, byDefault, whenUnset = byDefault }: Variable): string =>
  required === undefined ? `default: ${whenUnset}` : 'required';
