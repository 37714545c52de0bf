import { OUTAGE_TIMEOUT_MS } from '../../bff/operating.ts';
import { ArgumentsError } from '../usage-error.ts';
import type { CommandArguments } from './command.ts';

const MAX_WAIT_SECONDS = 86_400;

/** An option of every command that pushes, for `parseArgs`. */
export const OUTAGE_OPTIONS = { 'wait-for-service': { type: 'string' } } as const;

/** The text of `--help` for it. */
export const OUTAGE_OPTIONS_USAGE = `\
  --wait-for-service SECONDS
                          how long to wait while the service refuses the token of
                          every user (default: ${OUTAGE_TIMEOUT_MS / 1000}). Then the push ends, and the
                          next run sends the remaining lines
`;

/**
 * Returns how long to wait during an outage, in milliseconds.
 *
 * @throws ArgumentsError if the option is not a valid number
 */
export function outageTimeoutMsOf(values: CommandArguments['values']): number {
  const value = values['wait-for-service'] ?? String(OUTAGE_TIMEOUT_MS / 1000);
  const seconds = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : NaN;
  if (seconds <= MAX_WAIT_SECONDS) return seconds * 1000;
  throw new ArgumentsError(`--wait-for-service must be a number from 0 to ${MAX_WAIT_SECONDS}.`);
}
