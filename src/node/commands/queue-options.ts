import { isQueueName, QUEUE_NAME_RULE } from '../config/readers.ts';
import { UsageError } from './command.ts';
import type { CommandCall } from './command.ts';

/** The options of every command that works with the queue, as `parseArgs` takes them. */
export const QUEUE_OPTIONS = {
  'queue-name': { type: 'string' },
  'queue-prefix': { type: 'string' },
} as const;

/** What `--help` says of them. */
export const QUEUE_OPTIONS_USAGE = `\
  --queue-name NAME       which queue of that Redis (default: VAULTLINK_QUEUE_NAME, or
                          pushes). Two deployments need two names, or two prefixes
  --queue-prefix PREFIX   what its keys begin with, in braces (default:
                          VAULTLINK_QUEUE_PREFIX, or vaultlink)
`;

/**
 * Which queue the options choose.
 *
 * @param usage what `--help` of the command prints
 * @throws UsageError where an option is no such name
 */
export function queueChoiceOf(
  values: CommandCall['values'],
  usage: string,
): { name: string | undefined; prefix: string | undefined } {
  const read = (option: keyof typeof QUEUE_OPTIONS) => {
    const value = values[option];
    if (value === undefined || (typeof value === 'string' && isQueueName(value))) return value;
    throw new UsageError(`--${option} ${QUEUE_NAME_RULE}.\n\n${usage}`);
  };
  return { name: read('queue-name'), prefix: read('queue-prefix') };
}
