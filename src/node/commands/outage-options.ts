import { OUTAGE_TIMEOUT_MS } from '../../bff/push/push-many-options.ts';
import { UsageError } from './command.ts';
import type { CommandCall } from './command.ts';

const LONGEST_SECONDS = 86_400;

/** The option of every command that pushes, as `parseArgs` takes it. */
export const OUTAGE_OPTIONS = { 'wait-for-service': { type: 'string' } } as const;

/** What `--help` says of it. */
export const OUTAGE_OPTIONS_USAGE = `\
  --wait-for-service SECONDS
                          for how long it waits while the service refuses the token
                          of every user (default: ${OUTAGE_TIMEOUT_MS / 1000}); then the push ends, and
                          the lines are left for the next call
`;

/**
 * For how long an outage is waited for, in milliseconds.
 *
 * @param usage what `--help` of the command prints
 * @throws UsageError where the option is no such number
 */
export function outageTimeoutMsOf(values: CommandCall['values'], usage: string): number {
  const value = values['wait-for-service'] ?? String(OUTAGE_TIMEOUT_MS / 1000);
  const seconds = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : NaN;
  if (seconds <= LONGEST_SECONDS) return seconds * 1000;
  throw new UsageError(
    `--wait-for-service must be a number from 0 to ${LONGEST_SECONDS}.\n\n${usage}`,
  );
}
