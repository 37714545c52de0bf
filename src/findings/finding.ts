/** `warning`: it works, but not well, or not permanently. `not checked`: the check could not find out. */
export type Verdict = 'ok' | 'warning' | 'failed' | 'not checked';

/** The finding of one check. Contains no token and no secret. */
export interface Finding<Id extends string = string> {
  id: Id;
  /** Heading under which it is shown. Default: none. */
  group?: string;
  /** Name of the check, at most 17 characters. */
  title: string;
  verdict: Verdict;
  /** The observation behind the verdict, in a sentence. */
  cause: string;
  /** Lines of a page's own console that belong to the mistake, without their mark. Default: none. */
  consoleLines?: readonly string[] | undefined;
  /** Changes to make, of one or more sentences each. Empty if there is nothing to change. */
  remedy: readonly string[];
}

/** The finding of a check without its name. */
export type CheckResult = Pick<Finding, 'verdict' | 'cause' | 'remedy'>;

const resultOf =
  (verdict: Verdict) =>
  (cause: string, ...remedy: string[]): CheckResult => ({ verdict, cause, remedy });

export const ok = resultOf('ok');
export const warning = resultOf('warning');
export const failed = resultOf('failed');
export const notChecked = resultOf('not checked');

/** Returns whether no check has failed. Determines the exit code of a command. */
export const isOk = (findings: readonly Finding[]): boolean =>
  findings.every(({ verdict }) => verdict !== 'failed');

/** Returns the name of a check with its group. */
export const fullTitle = ({ group, title }: Pick<Finding, 'group' | 'title'>): string =>
  group === undefined ? title : `${group}: ${title}`;

/** Counts the findings by verdict: `3 ok, 1 warning, 0 failed, 2 not checked`. */
export function countVerdicts(findings: readonly Finding[]): string {
  const count = (wanted: Verdict) => findings.filter(({ verdict }) => verdict === wanted).length;
  const warnings = count('warning');
  return [
    `${count('ok')} ok`,
    `${warnings} warning${warnings === 1 ? '' : 's'}`,
    `${count('failed')} failed`,
    `${count('not checked')} not checked`,
  ].join(', ');
}
