import { isVaultError } from '../../protocol/index.ts';
import { readEnvironment } from '../config/environment.ts';
import type { Environment, ServeSettings } from '../config/environment.ts';
import { NoResponseError } from './ask.ts';
import type { Check, Connections, Finding, Group, Mark } from './check.ts';
import { failed, notChecked, ok } from './check.ts';
import { CHECKS } from './checks.ts';
import { createRedactor } from './clean.ts';

/** The result of a check. */
export interface CheckResult extends Finding {
  id: string;
  group: Group;
  title: string;
}

/** Options of {@link examine}. */
export interface ExamineOptions {
  /** Such as `process.env`. */
  environment: Environment;
  /** Opens connections for the settings. */
  connect: (settings: ServeSettings) => Connections;
  /** Called with each result as it arrives. */
  onResult: (result: CheckResult) => void;
  /** Default: all of them. */
  checks?: readonly Check[];
}

/**
 * Checks an installation. Runs the checks one after another, and skips a check if one that it needs has failed.
 *
 * @returns all results, in order
 */
export async function examine(options: ExamineOptions): Promise<readonly CheckResult[]> {
  const { environment, connect, onResult, checks = CHECKS } = options;
  const results: CheckResult[] = [];
  const note = ({ id, group, title }: Omit<Check, 'run'>, finding: Finding) => {
    const result = { id, group, title, ...finding };
    results.push(result);
    onResult(result);
  };

  const settings = settingsIn(environment);
  const variables = { id: 'variables', group: 'Configuration', title: 'Variables' } as const;
  if (!('bff' in settings)) {
    note(variables, settings);
    for (const check of checks)
      note(check, notChecked('Skipped because of the mistakes in the variables.'));
    return results;
  }
  note(variables, ok('All variables are valid.'));

  const clean = createRedactor(settings);
  const setup = { settings, connections: connect(settings) };
  for (const check of checks) {
    const missing = check.needs?.find((id) => !isUsable(results, id));
    const need = checks.find(({ id }) => id === missing);
    const finding = need
      ? notChecked(`Skipped because the check "${need.group}: ${need.title}" did not succeed.`)
      : await findingOf(async () => check.run(setup));
    note(check, clean(finding));
  }
  return results;
}

/** Returns whether a check failed. Determines the exit code. */
export const hasFailed = (results: readonly CheckResult[]): boolean =>
  results.some(({ mark }) => mark === 'failed');

const isUsable = (results: readonly CheckResult[], id: string) =>
  results.some((one) => one.id === id && USABLE.includes(one.mark));

const USABLE: readonly Mark[] = ['ok', 'warning'];

function settingsIn(environment: Environment): ServeSettings | Finding {
  try {
    return readEnvironment(environment);
  } catch (error) {
    if (!isVaultError(error)) throw error;
    const { length } = error.messages;
    const saw =
      length === 1
        ? 'The variables contain a mistake.'
        : `The variables contain ${length} mistakes.`;
    return failed(saw, ...error.messages);
  }
}

async function findingOf(look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof NoResponseError) return failed(error.message);
    return failed(
      error instanceof Error && error.message
        ? error.message
        : 'The check failed for an unknown reason.',
    );
  }
}
