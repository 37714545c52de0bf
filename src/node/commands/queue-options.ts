import { isQueueName, QUEUE_NAME_RULE } from '../config/readers.ts';
import { UsageError } from '../usage-error.ts';
import type { CommandArguments } from './command.ts';

/** Options of every command that uses the queue, for `parseArgs`. */
export const QUEUE_OPTIONS = {
  'queue-name': { type: 'string' },
  'queue-prefix': { type: 'string' },
} as const;

/** The text of `--help` for them. */
export const QUEUE_OPTIONS_USAGE = `\
  --queue-name NAME       name of the queue (default: VAULTLINK_QUEUE_NAME, or pushes).
                          Two deployments need two names or two prefixes
  --queue-prefix PREFIX   prefix of its keys in Redis, without the braces (default:
                          VAULTLINK_QUEUE_PREFIX, or vaultlink)
`;

/**
 * Returns the queue that the options choose.
 *
 * @param usage the text of `--help` of the command
 * @throws UsageError if an option is not a valid name
 */
export function queueChoiceOf(
  values: CommandArguments['values'],
  usage: string,
): { name: string | undefined; prefix: string | undefined } {
  const read = (option: keyof typeof QUEUE_OPTIONS) => {
    const value = values[option];
    if (value === undefined || (typeof value === 'string' && isQueueName(value))) return value;
    throw new UsageError(`--${option} ${QUEUE_NAME_RULE}.\n\n${usage}`);
  };
  return { name: read('queue-name'), prefix: read('queue-prefix') };
}
