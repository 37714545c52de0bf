import { styleText } from 'node:util';
import type { Mark } from '../doctor/check.ts';
import type { OpenConnections } from '../doctor/connections-check.ts';
import type { CheckResult } from '../doctor/doctor.ts';
import { within } from '../within.ts';
import type { Command } from './command.ts';

const USAGE = `Usage: vaultlink doctor [--json]

Checks a configuration against the running backend, the service and the store,
and says what to do. It reads the variables of "vaultlink serve".

  --json   prints {"ok", "checks": [{"id", "group", "title", "mark", "saw",
           "advice"}]} instead of text

A mark is ok, warning, failed or "not checked". It ends with code 1 where
something failed. No secret is shown.

Nothing is spent or changed: the service is asked with a code and a token that
nobody was given, and authorizations that are begun are forgotten after an hour.
The backend logs a few calls that it refused. Run this where VAULTLINK_ORIGIN
can be reached as browsers reach it.
`;

const COLOURS = { ok: 'green', warning: 'yellow', failed: 'red', 'not checked': 'gray' } as const;

const CLOSE_TIMEOUT_MS = 2000;

/** Colours where the terminal shows them, and NO_COLOR is not set. */
const paint = (mark: Mark, text: string): string =>
  styleText(COLOURS[mark], text, { stream: process.stdout });

/** `vaultlink doctor` */
export const doctor: Command = {
  synopsis: 'doctor [--json]',
  summary: [
    'checks a configuration against the running backend, the',
    'service and the store, and says what to do',
  ],
  usage: USAGE,
  options: { json: { type: 'boolean' } },
  async run({ values: { json } }) {
    const { openConnections } = await import('../doctor/connections-check.ts');
    const { examine, hasFailed } = await import('../doctor/doctor.ts');
    const { linesOf, summaryOf } = await import('../doctor/show.ts');
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

/** A driver may wait for ever for a store that is away: the process ends all the same. */
async function closed(connections: OpenConnections | undefined): Promise<void> {
  if (connections && (await within(connections.close(), CLOSE_TIMEOUT_MS)) === 'late')
    process.exit();
}
