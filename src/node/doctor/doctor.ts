import { failed, fullTitle, notChecked, ok } from '../../findings/index.ts';
import type { CheckResult, Finding } from '../../findings/index.ts';
import { isVaultError } from '../../protocol/index.ts';
import { readEnvironment, type Environment, type ServeSettings } from '../config/environment.ts';
import { NoResponseError } from './ask.ts';
import type { Check, Connections } from './check.ts';
import { CHECKS } from './checks.ts';
import { createRedactor } from './clean.ts';

/** Options of {@link examine}. */
export interface ExamineOptions {
  /** Such as `process.env`. */
  environment: Environment;
  /** Opens connections for the settings. */
  connect: (settings: ServeSettings) => Connections;
  /** Called with each finding as it arrives. */
  onFinding: (finding: Finding) => void;
  /** Default: all of them. */
  checks?: readonly Check[];
}

/**
 * Checks an installation. Runs the checks one after another, and skips a check if one that it needs has failed.
 *
 * @returns all findings, in order
 */
export async function examine(options: ExamineOptions): Promise<readonly Finding[]> {
  const { environment, connect, onFinding, checks = CHECKS } = options;
  const findings: Finding[] = [];
  const note = ({ id, group, title }: Omit<Check, 'run'>, result: CheckResult) => {
    const finding = { id, group, title, ...result };
    findings.push(finding);
    onFinding(finding);
  };

  const settings = settingsIn(environment);
  const variables = { id: 'variables', group: 'Configuration', title: 'Variables' } as const;
  if (!('bff' in settings)) {
    note(variables, settings);
    for (const check of checks)
      note(check, notChecked('Skipped because of the mistakes in the variables.'));
    return findings;
  }
  note(variables, ok('All variables are valid.'));

  const clean = createRedactor(settings);
  const setup = { settings, connections: connect(settings) };
  for (const check of checks) {
    const missing = check.needs?.find((id) => !isUsable(findings, id));
    const need = checks.find(({ id }) => id === missing);
    const result = need
      ? notChecked(`Skipped because the check "${fullTitle(need)}" did not succeed.`)
      : await resultOf(async () => check.run(setup));
    note(check, clean(result));
  }
  return findings;
}

const isUsable = (findings: readonly Finding[], wanted: string) =>
  findings.some(({ id, verdict }) => id === wanted && (verdict === 'ok' || verdict === 'warning'));

function settingsIn(environment: Environment): ServeSettings | CheckResult {
  try {
    return readEnvironment(environment);
  } catch (error) {
    if (!isVaultError(error)) throw error;
    const { length } = error.messages;
    const cause =
      length === 1
        ? 'The variables contain a mistake.'
        : `The variables contain ${length} mistakes.`;
    return failed(cause, ...error.messages);
  }
}

async function resultOf(run: () => Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof NoResponseError) return failed(error.message);
    return failed(
      error instanceof Error && error.message
        ? error.message
        : 'The check failed for an unknown reason.',
    );
  }
}
