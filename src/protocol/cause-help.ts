import { CHECK_CAUSE_HELP } from './check-cause-help.ts';
import type { CauseHelp } from './causes.ts';
import { CONSOLE_CAUSE_HELP } from './console-cause-help.ts';
import { SERVER_CAUSE_HELP } from './server-cause-help.ts';

/** The id of a cause. */
export type CauseId =
  keyof typeof CONSOLE_CAUSE_HELP | keyof typeof CHECK_CAUSE_HELP | keyof typeof SERVER_CAUSE_HELP;

/**
 * What is known about each cause, beside the sentence of the console. No page downloads it: the check, the console of the sandbox and the docs use it.
 */
export const CAUSE_HELP: Readonly<Record<CauseId, CauseHelp>> = {
  ...CONSOLE_CAUSE_HELP,
  ...SERVER_CAUSE_HELP,
  ...CHECK_CAUSE_HELP,
};

/** Fills in what differs from visit to visit. */
export const fillIn = (text: string, details: Readonly<Record<string, string | number>>): string =>
  text.replace(/(?<!\{)\{(\w+)\}(?!\})/g, (_, name: string) => String(details[name] ?? ''));
