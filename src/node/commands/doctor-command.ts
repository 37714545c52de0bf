import type { OpenConnections } from '../doctor/connections-check.ts';
import { settleWithin } from '../../bff/operating.ts';
import type { Command } from './command.ts';
import {
  createFindingsPrinter,
  FINDINGS_OPTIONS,
  FINDINGS_OPTIONS_USAGE,
  VERDICTS_USAGE,
} from './findings-options.ts';

const USAGE = `Usage: vaultlink doctor [--json] [--junit FILE]

Checks a configuration against the running backend, the service and the store,
and says how to correct it. It reads the variables of "vaultlink serve".

${FINDINGS_OPTIONS_USAGE}
${VERDICTS_USAGE}No secret is shown.

The command spends and changes nothing. It sends a made-up code and a made-up
token to the service. The authorization flows that it starts expire after an
hour. The backend logs a few refused requests. Run the command on a machine that
reaches VAULTLINK_ORIGIN in the same way as browsers.
`;

const CLOSE_TIMEOUT_MS = 2000;

/** `vaultlink doctor` */
export const doctor: Command = {
  synopsis: 'doctor [--json]',
  summary: [
    'checks a configuration against the running backend, the',
    'service and the store, and says how to correct it',
  ],
  usage: USAGE,
  options: FINDINGS_OPTIONS,
  async run({ values }, { env, stdout, exit }) {
    const { openConnections } = await import('../doctor/connections-check.ts');
    const { examine } = await import('../doctor/doctor.ts');
    const printer = createFindingsPrinter(values, stdout);
    let exitCode = 1;
    let connections: OpenConnections | undefined;
    try {
      await examine({
        environment: env,
        connect: (settings) => (connections = openConnections(settings)),
        onFinding: printer.add,
      });
      exitCode = printer.end('doctor');
    } finally {
      // A driver may wait forever for an unavailable store.
      if (connections && (await settleWithin(connections.close(), CLOSE_TIMEOUT_MS)) === 'late')
        exit(exitCode);
    }
    return exitCode;
  },
};
