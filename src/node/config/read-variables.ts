import { readTextFile } from './read-text-file.ts';
import type { Variable } from './variable.ts';
import { ALL_VARIABLES, fileVariableOf } from './variables.ts';
import type { VariableName, VariableValues } from './variables.ts';

/** Environment variables, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The values and the mistakes of the variables. */
export interface ReadVariables {
  /** Complete if there are no mistakes. */
  values: Partial<VariableValues>;
  /** One sentence for each mistake. None contains any part of a secret. */
  mistakes: string[];
}

/**
 * Reads and checks every variable.
 *
 * @param environment such as `process.env`
 */
export function readVariables(environment: Environment): ReadVariables {
  const mistakes = unknownNames(environment).map(
    (name) =>
      `${name} is not a known variable. Check its spelling: "vaultlink serve --help" lists all of them.`,
  );
  const values: Partial<Record<VariableName, unknown>> = {};
  for (const [name, variable] of ALL_VARIABLES) {
    try {
      const text = textOf(environment, name, variable) ?? variable.byDefault;
      if (text !== undefined) {
        values[name] = variable.read(text, (sentence) =>
          mistakes.push(sentence.replaceAll('{name}', name)),
        );
      } else if (variable.required !== undefined) {
        mistakes.push(`${name} is missing. ${variable.required}.`);
      }
    } catch (error) {
      if (!(error instanceof ValueMistake)) throw error;
      mistakes.push(error.message);
    }
  }
  return { values: values as Partial<VariableValues>, mistakes };
}

/** Thrown if a variable has no value that can be read. */
class ValueMistake extends Error {}

/** Matches a value with the quotation marks of a file, which not every program removes. */
const QUOTED = /^(["']).*\1$/s;

/**
 * Returns the text of a variable or of its file; `undefined` if neither is set.
 *
 * @throws ValueMistake
 */
function textOf(
  environment: Environment,
  name: VariableName,
  { isSecret }: Variable,
): string | undefined {
  const text = environment[name]?.trim() || undefined;
  const fileVariable = fileVariableOf(name);
  if (text !== undefined && QUOTED.test(text)) {
    throw new ValueMistake(
      `${name} begins and ends with a quotation mark, which belongs to the value. Remove both marks: docker run --env-file, for example, keeps them.`,
    );
  }
  const path = environment[fileVariable];
  if (!path || !isSecret) return text;
  if (text !== undefined) {
    throw new ValueMistake(`Both ${name} and ${fileVariable} are set. Remove one of them.`);
  }
  return textOfFile(path, fileVariable);
}

/** @throws ValueMistake */
function textOfFile(path: string, fileVariable: string): string {
  let text: string;
  try {
    // Editors append a line end, which is not part of the secret.
    text = readTextFile(path).trim();
  } catch {
    throw new ValueMistake(
      `The file of ${fileVariable} cannot be read. Check its path and its permissions.`,
    );
  }
  if (text) return text;
  throw new ValueMistake(`The file of ${fileVariable} is empty. Write the value into it.`);
}

function unknownNames(environment: Environment): string[] {
  const known = new Set<string>(
    ALL_VARIABLES.flatMap(([name, { isSecret }]) =>
      isSecret ? [name, fileVariableOf(name)] : [name],
    ),
  );
  return Object.keys(environment).filter(
    (name) =>
      name.startsWith('VAULTLINK_') && !known.has(name) && !isOfService(name, environment[name]),
  );
}

/**
 * Returns whether Kubernetes created the variable for a Service whose name begins with `vaultlink`. Kubernetes does so for each Service of the
 * namespace, unless the pod has `enableServiceLinks: false`.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
function isOfService(name: string, value = ''): boolean {
  return (
    /_SERVICE_(HOST|PORT(_\w+)?)$/.test(name) ||
    /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name) ||
    (name.endsWith('_PORT') && value.includes('://'))
  );
}
