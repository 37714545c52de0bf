import { styleText } from 'node:util';
import type { Mark } from '../doctor/check.ts';
import type { OpenConnections } from '../doctor/connections-check.ts';
import type { CheckResult } from '../doctor/doctor.ts';
import { settleWithin } from '../within.ts';
import type { Command } from './command.ts';

const USAGE = `Usage: vaultlink doctor [--json]

Checks a configuration against the running backend, the service and the store,
and says how to correct it. It reads the variables of "vaultlink serve".

  --json   prints {"ok", "checks": [{"id", "group", "title", "mark", "saw",
           "advice"}]} instead of text

A mark is ok, warning, failed or "not checked". The exit code is 1 if a check
failed. No secret is shown.

The command spends and changes nothing. It sends a made-up code and a made-up
token to the service. The authorization flows that it starts expire after an
hour. The backend logs a few refused requests. Run the command on a machine that
reaches VAULTLINK_ORIGIN in the same way as browsers.
`;

const COLOURS = { ok: 'green', warning: 'yellow', failed: 'red', 'not checked': 'gray' } as const;

const CLOSE_TIMEOUT_MS = 2000;

/** Uses colors if the terminal supports them and NO_COLOR is not set. */
const paint = (mark: Mark, text: string): string =>
  styleText(COLOURS[mark], text, { stream: process.stdout });

/** `vaultlink doctor` */
export const doctor: Command = {
  synopsis: 'doctor [--json]',
  summary: [
    'checks a configuration against the running backend, the',
    'service and the store, and says how to correct it',
  ],
  usage: USAGE,
  options: { json: { type: 'boolean' } },
  async run({ values: { json } }) {
    const { openConnections } = await import('../doctor/connections-check.ts');
    const { examine, hasFailed } = await import('../doctor/doctor.ts');
    const { formatResult: linesOf, formatSummary: summaryOf } = await import('../doctor/show.ts');
    let group = '';
    const print = (result: CheckResult) => {
      if (result.group !== group) console.log(group ? `\n${result.group}` : result.group);
      ({ group } = result);
      console.log(linesOf(result, paint).join('\n'));
    };
    let connections: OpenConnections | undefined;
    try {
      const results = await examine({
        environment: process.env,
        connect: (settings) => (connections = openConnections(settings)),
        onResult: json ? () => undefined : print,
      });
      const ok = !hasFailed(results);
      console.log(json ? JSON.stringify({ ok, checks: results }) : `\n${summaryOf(results)}`);
      if (!ok) process.exitCode = 1;
    } finally {
      await closed(connections);
    }
  },
};

/** Closes the connections. Exits after a timeout, because a driver may wait forever for an unavailable store. */
async function closed(connections: OpenConnections | undefined): Promise<void> {
  if (connections && (await settleWithin(connections.close(), CLOSE_TIMEOUT_MS)) === 'late')
    process.exit();
}
