import { isVaultError } from '../../protocol/index.ts';
import { readEnvironment } from '../config/environment.ts';
import type { Environment, ServeSettings } from '../config/environment.ts';
import { NoAnswer } from './ask.ts';
import type { Check, Connections, Finding, Group, Mark } from './check.ts';
import { failed, notChecked, ok } from './check.ts';
import { CHECKS } from './checks.ts';
import { createCleaner } from './clean.ts';

/** What came of one check. */
export interface CheckResult extends Finding {
  id: string;
  group: Group;
  title: string;
}

/** What {@link examine} works with. */
export interface ExamineOptions {
  /** Such as `process.env`. */
  environment: Environment;
  /** Reaches what the settings name. */
  connect: (settings: ServeSettings) => Connections;
  /** Told of each result, as it comes. */
  onResult: (result: CheckResult) => void;
  /** Default: all of them. */
  checks?: readonly Check[];
}

/**
 * Examines an installation: one check after the other, each only where those that it needs have found something to go on with.
 *
 * @returns all results, in the order in which they came
 */
export async function examine(options: ExamineOptions): Promise<readonly CheckResult[]> {
  const { environment, connect, onResult, checks = CHECKS } = options;
  const results: CheckResult[] = [];
  const note = ({ id, group, title }: Omit<Check, 'look'>, finding: Finding) => {
    const result = { id, group, title, ...finding };
    results.push(result);
    onResult(result);
  };

  const settings = settingsIn(environment);
  const variables = { id: 'variables', group: 'Configuration', title: 'Variables' } as const;
  if (!('bff' in settings)) {
    note(variables, settings);
    for (const check of checks) note(check, notChecked('It needs the variables.'));
    return results;
  }
  note(variables, ok('All of them can be read.'));

  const clean = createCleaner(settings);
  const setup = { settings, connections: connect(settings) };
  for (const check of checks) {
    const missing = check.needs?.find((id) => !isUsable(results, id));
    const need = checks.find(({ id }) => id === missing);
    const finding = need
      ? notChecked(`It needs what "${need.group}: ${need.title}" looks for.`)
      : await findingOf(async () => check.look(setup));
    note(check, clean(finding));
  }
  return results;
}

/** Whether something failed, which is what the exit code says. */
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
      length === 1 ? 'There is a mistake in them.' : `There are ${length} mistakes in them.`;
    return failed(saw, ...error.messages);
  }
}

async function findingOf(look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof NoAnswer) return failed(error.message);
    return failed(error instanceof Error && error.message ? error.message : 'It threw no error.');
  }
}
