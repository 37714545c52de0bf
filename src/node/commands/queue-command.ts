import { countedAs } from '../counted.ts';
import { readEnvironment } from '../config/environment.ts';
import type { FailedJob, FailedJobs } from '../worker/failed-jobs.ts';
import { ArgumentsError } from '../usage-error.ts';
import type { Command } from './command.ts';
import { linePrinter, type CommandContext } from './context.ts';
import { QUEUE_OPTIONS, QUEUE_OPTIONS_USAGE, queueChoiceOf } from './queue-options.ts';

const USAGE = `Usage: vaultlink queue list [--json]
       vaultlink queue retry  (--all | ID...)
       vaultlink queue remove (--all | ID...)

Manages the list of failed lines. A worker moves a line there if it cannot read it,
because it has other keys than "vaultlink push --queue" or is older. "list" shows the
lines, "retry" returns them to the queue after you have corrected the cause, and
"remove" deletes them.

The push has recorded a failure for each of these lines. After "retry", run it with
--retry-failed to collect the results. The list keeps lines for seven days.

  --all                   every line of the list
  --json                  prints an object a line: {"id", "line", "failed_at",
                          "reason", "sentence"}
${QUEUE_OPTIONS_USAGE}
It reads the variables of "vaultlink serve". The exit code is 0, or 1 if a line that
you name is not in the list.
`;

/** `vaultlink queue` */
export const queue: Command = {
  synopsis: 'queue list|retry|remove',
  summary: ['shows lines that no worker could read,', 'retries them or removes them'],
  usage: USAGE,
  options: { all: { type: 'boolean' }, json: { type: 'boolean' }, ...QUEUE_OPTIONS },
  positionals: Infinity,
  async run({ values, positionals: [action, ...ids] }, context) {
    const isList = action === 'list';
    if (!isList && action !== 'retry' && action !== 'remove') {
      throw new ArgumentsError('Choose an action: list, retry or remove.');
    }
    const isAll = values.all === true;
    if (isList && (ids.length || isAll))
      throw new ArgumentsError('"list" takes no ids: it shows all lines.');
    if (!isList && isAll === ids.length > 0)
      throw new ArgumentsError('Name the ids of lines, or use --all.');
    const choice = queueChoiceOf(values);
    const settings = readEnvironment(context.env);
    // Imported here, so that other commands do not load these modules.
    const { openQueue } = await import('../worker/queue.ts');
    const { queueAddressOf } = await import('../worker/queue-address.ts');
    const { failedJobsOf } = await import('../worker/failed-jobs.ts');
    const opened = await openQueue(queueAddressOf(settings, choice), linePrinter(context.stderr));
    try {
      const failed = failedJobsOf(opened);
      if (!isList) return await change(failed, action, isAll ? undefined : ids, context);
      await list(failed, values.json === true, linePrinter(context.stdout));
      return 0;
    } finally {
      await opened.close();
    }
  },
};

async function list(
  failed: FailedJobs,
  json: boolean,
  print: (text: string) => void,
): Promise<void> {
  let count = 0;
  for await (const job of failed.list()) {
    count += 1;
    print(json ? JSON.stringify(recordOf(job)) : textOf(job));
  }
  if (!json) print(`${countedAs(count, 'failed line', 'failed lines')}.`);
}

/** Returns the exit code. */
async function change(
  failed: FailedJobs,
  action: 'retry' | 'remove',
  ids: string[] | undefined,
  { stdout, stderr }: CommandContext,
): Promise<number> {
  const { changed, unchanged } = await failed[action](ids);
  const [one, many] = action === 'retry' ? ['goes', 'go'] : ['is', 'are'];
  const done = action === 'retry' ? 'back into the queue' : 'removed';
  linePrinter(stdout)(`${countedAs(changed.length, `line ${one}`, `lines ${many}`)} ${done}.`);
  const warn = linePrinter(stderr);
  for (const id of unchanged) warn(`${id} is not in the list, or is unreadable.`);
  return unchanged.length ? 1 : 0;
}

const recordOf = ({ id, line, failedAt, reason, sentence }: FailedJob) => ({
  id,
  line: line ?? null,
  failed_at: failedAt ?? null,
  reason,
  sentence,
});

const textOf = ({ id, line, failedAt, sentence }: FailedJob) =>
  [
    id,
    `  ${[line && `line ${line}`, failedAt && `failed ${failedAt}`].filter(Boolean).join(', ')}`,
    `  ${sentence}`,
  ]
    .filter((text) => text.trim())
    .join('\n');
