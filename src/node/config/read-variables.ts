import { readFileSync } from 'node:fs';
import type { Variable } from './variable.ts';
import { ALL_VARIABLES, fileVariableOf } from './variables.ts';
import type { VariableName, VariableValues } from './variables.ts';

/** Environment variables as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What was read, and what is wrong with it. */
export interface ReadVariables {
  /** Without a mistake, all of them are there. */
  values: Partial<VariableValues>;
  /** A sentence for each mistake. None holds anything of a secret. */
  mistakes: string[];
}

/**
 * Reads and checks every variable.
 *
 * @param environment such as `process.env`
 */
export function readVariables(environment: Environment): ReadVariables {
  const mistakes = unknownNames(environment).map(
    (name) => `${name} means nothing here: look for a typing error ("vaultlink serve --help").`,
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
        mistakes.push(`${name} is missing: ${variable.required}.`);
      }
    } catch (error) {
      if (!(error instanceof FileMistake)) throw error;
      mistakes.push(error.message);
    }
  }
  return { values: values as Partial<VariableValues>, mistakes };
}

/** Why a value cannot be taken from a file. */
class FileMistake extends Error {}

/**
 * The text of a variable, or that of its file; `undefined`: neither is set.
 *
 * @throws FileMistake
 */
function textOf(
  environment: Environment,
  name: VariableName,
  { isSecret }: Variable,
): string | undefined {
  const text = environment[name]?.trim() || undefined;
  const fileVariable = fileVariableOf(name);
  const path = environment[fileVariable];
  if (!path || !isSecret) return text;
  if (text !== undefined) {
    throw new FileMistake(`Both ${name} and ${fileVariable} are set: take one of them away.`);
  }
  return textOfFile(path, fileVariable);
}

/** @throws FileMistake */
function textOfFile(path: string, fileVariable: string): string {
  let text: string;
  try {
    // A line end is the editor's, not the secret's.
    text = readFileSync(path, 'utf8').trim();
  } catch {
    throw new FileMistake(
      `The file of ${fileVariable} cannot be read: check its path and who may read it.`,
    );
  }
  if (text) return text;
  throw new FileMistake(`The file of ${fileVariable} is empty: write the value into it.`);
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
 * Whether Kubernetes made a variable of a Service whose name begins with `vaultlink`. It does so for each Service of the namespace, unless the pod has
 * `enableServiceLinks: false`.
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
