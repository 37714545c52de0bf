import type { OpenConnections } from '../doctor/connections-check.ts';
import type { CheckResult } from '../doctor/doctor.ts';
import { settleWithin } from '../within.ts';
import { createPaint } from '../paint.ts';
import type { Command } from './command.ts';
import { linePrinter } from './context.ts';

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

/** `vaultlink doctor` */
export const doctor: Command = {
  synopsis: 'doctor [--json]',
  summary: [
    'checks a configuration against the running backend, the',
    'service and the store, and says how to correct it',
  ],
  usage: USAGE,
  options: { json: { type: 'boolean' } },
  async run({ values: { json } }, { env, stdout, exit }) {
    const { openConnections } = await import('../doctor/connections-check.ts');
    const { examine, hasFailed } = await import('../doctor/doctor.ts');
    const { formatResult: linesOf, formatSummary: summaryOf } = await import('../doctor/show.ts');
    const print = linePrinter(stdout);
    const paint = createPaint(COLOURS, stdout);
    let group = '';
    const printResult = (result: CheckResult) => {
      if (result.group !== group) print(group ? `\n${result.group}` : result.group);
      ({ group } = result);
      print(linesOf(result, paint).join('\n'));
    };
    let exitCode = 1;
    let connections: OpenConnections | undefined;
    try {
      const results = await examine({
        environment: env,
        connect: (settings) => (connections = openConnections(settings)),
        onResult: json ? () => undefined : printResult,
      });
      const ok = !hasFailed(results);
      print(json ? JSON.stringify({ ok, checks: results }) : `\n${summaryOf(results)}`);
      exitCode = ok ? 0 : 1;
    } finally {
      // A driver may wait forever for an unavailable store.
      if (connections && (await settleWithin(connections.close(), CLOSE_TIMEOUT_MS)) === 'late')
        exit(exitCode);
    }
    return exitCode;
  },
};
