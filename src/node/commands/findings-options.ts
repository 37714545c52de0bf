import { writeFileSync } from 'node:fs';
import {
  formatFinding,
  formatJson,
  formatJUnit,
  formatSummary,
  isOk,
  wrap,
} from '../../findings/index.ts';
import type { Finding } from '../../findings/index.ts';
import { createPaint } from '../paint.ts';
import { accessFile } from '../usage-error.ts';
import type { CommandArguments } from './command.ts';
import { linePrinter, type Output } from './context.ts';

/** Options of every command that checks something, for `parseArgs`. */
export const FINDINGS_OPTIONS = {
  json: { type: 'boolean' },
  junit: { type: 'string' },
} as const;

/** The text of `--help` for them. */
export const FINDINGS_OPTIONS_USAGE = `\
  --json            prints {"ok", "findings": [{"id", "group", "title", "verdict",
                    "cause", "remedy"}]} and what was checked instead of text
  --junit FILE      also writes the findings as JUnit XML
`;

/** The text of `--help` about the verdicts. */
export const VERDICTS_USAGE = `\
A verdict is ok, warning, failed or "not checked". The exit code is 1 if a check
failed.
`;

/** Prints findings in the form that the options choose. */
export interface FindingsPrinter {
  /** Prints a finding, as soon as it is known. */
  add: (finding: Finding) => void;
  /**
   * Prints what remains after the last finding.
   *
   * @param command the name of the command
   * @param subject what was checked, by the name that it has in JSON. Default: nothing to name
   * @param notTested what no finding is about. Missing: the command does not say
   * @returns the exit code
   * @throws UsageError if the file of `--junit` cannot be written
   */
  end: (
    command: string,
    subject?: Readonly<Record<string, string>>,
    notTested?: readonly string[],
  ) => number;
}

/**
 * Creates a printer for one run of a command.
 *
 * @param isShown whether a finding is printed as text. Default: each is
 */
export function createFindingsPrinter(
  { json, junit }: CommandArguments['values'],
  stdout: Output,
  isShown: (finding: Finding) => boolean = () => true,
): FindingsPrinter {
  const print = linePrinter(stdout);
  const paint = createPaint(stdout);
  const findings: Finding[] = [];
  return {
    add(finding) {
      if (!json && isShown(finding)) print(formatFinding(finding, paint, findings.at(-1)));
      findings.push(finding);
    },
    end(command, subject = {}, notTested) {
      const untested = notTested && `Not tested: ${notTested.join('; ')}.`;
      const hint = findings.every(isShown) ? '' : ' --all shows them.';
      if (json) print(formatJson(findings, { ...subject, ...(notTested && { notTested }) }));
      else print([formatSummary(findings) + hint, ...(untested ? wrap(untested) : [])].join('\n'));
      if (typeof junit === 'string') {
        const name = ['vaultlink', command, ...Object.values(subject)].join(' ');
        const xml = formatJUnit(findings, name, `vaultlink.${command}`, untested);
        accessFile('junit', junit, () => writeFileSync(junit, xml));
      }
      return isOk(findings) ? 0 : 1;
    },
  };
}
