import { readEnvironment } from '../config/environment.ts';
import { endWith } from './command.ts';
import type { Command } from './command.ts';

const USAGE = `Usage: vaultlink serve

Runs the backend for the front end below /vault.

SIGTERM makes /vault/health/ready say no, closes each connection with its next answer,
listens for VAULTLINK_DRAIN_MS more, and lets what is in flight come to its end.
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
  async run() {
    const { serve: serveBackend } = await import('../serve/serve.ts');
    const backend = await serveBackend(readEnvironment(process.env), {
      log: (text) => process.stderr.write(text),
    });
    // First: whoever reads the line may end the process at once.
    // Ctrl-C is pressed where no proxy has to notice.
    endWith((signal) => backend.close({ isAtOnce: signal === 'SIGINT' }));
    console.log(`listening on ${backend.origin}`);
  },
};
