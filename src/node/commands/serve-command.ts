import { readEnvironment } from '../config/environment.ts';
import type { Command } from './command.ts';
import { createEnding, linePrinter } from './context.ts';

const USAGE = `Usage: vaultlink serve

Runs the backend for the front end (BFF) below /vault.

On SIGTERM, /vault/health/ready responds with 503, and each connection closes after
its next response. The backend keeps listening for VAULTLINK_DRAIN_MS, then waits for
requests in flight and ends.
`;

/** `vaultlink serve` */
export const serve: Command = {
  synopsis: 'serve',
  summary: [
    'runs the backend for the front end (BFF): it holds the',
    'client secret and the tokens, so that no browser does',
  ],
  usage: USAGE,
  options: {},
  async run(_, context) {
    const { serve: serveBackend } = await import('../serve/serve.ts');
    const backend = await serveBackend(readEnvironment(context.env), {
      log: (text) => context.stderr.write(text),
    });
    // Create this first: a program that reads the following line may send a signal immediately. SIGINT skips the drain delay, because Ctrl-C is used
    // where no proxy has to notice.
    const { exitCode } = createEnding(context, (signal) =>
      backend.close({ isAtOnce: signal === 'SIGINT' }),
    );
    linePrinter(context.stdout)(`listening on ${backend.origin}`);
    return exitCode;
  },
};
