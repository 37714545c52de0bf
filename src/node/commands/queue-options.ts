import { isQueueName, QUEUE_NAME_RULE } from '../config/readers.ts';
import { ArgumentsError } from '../usage-error.ts';
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
 * @throws ArgumentsError if an option is not a valid name
 */
export function queueChoiceOf(values: CommandArguments['values']): {
  name: string | undefined;
  prefix: string | undefined;
} {
  const read = (option: keyof typeof QUEUE_OPTIONS) => {
    const value = values[option];
    if (value === undefined || (typeof value === 'string' && isQueueName(value))) return value;
    throw new ArgumentsError(`--${option} ${QUEUE_NAME_RULE}.`);
  };
  return { name: read('queue-name'), prefix: read('queue-prefix') };
}
