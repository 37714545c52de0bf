import { endWith, UsageError } from './command.ts';
import type { Command } from './command.ts';

const DEFAULT_PORT = 4800;

const USAGE = `Usage: vaultlink sandbox [--port N] [--host ADDRESS]

Runs a stand-in for the service, in memory. It shows tokens and secrets on purpose.

  --port N         port to listen on; 0: a free one (default: ${DEFAULT_PORT})
  --host ADDRESS   address to listen on (default: 127.0.0.1, this machine alone)
`;

/** `vaultlink sandbox` */
export const sandbox: Command = {
  synopsis: 'sandbox [--port N]',
  summary: ['runs a stand-in for the service, to play with and for tests'],
  usage: USAGE,
  options: { port: { type: 'string' }, host: { type: 'string' } },
  async run({ values: { port = String(DEFAULT_PORT), host } }) {
    if (!/^\d{1,5}$/.test(String(port)) || Number(port) > 65_535) {
      throw new UsageError(`--port must be a number from 0 to 65535.\n\n${USAGE}`);
    }
    const { createSandbox } = await import('../../sandbox/index.ts');
    const { listen } = await import('../http/listener.ts');
    const standIn = createSandbox();
    const listener = await listen((request) => standIn.fetch(request), {
      port: Number(port),
      ...(typeof host === 'string' && { hostname: host }),
    });
    // First: whoever reads the lines may end the process at once.
    endWith(() => {
      standIn.close();
      return listener.close();
    });
    console.log(`listening on ${listener.origin}`);
    console.log('It shows tokens and secrets on purpose: keep it on this machine.');
  },
};
