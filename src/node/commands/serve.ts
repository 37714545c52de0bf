import { MAKE_A_KEY, readEnvironment } from '../environment.ts';
import { SECRET_NAMES, VARIABLES } from '../variables.ts';
import { endWith } from './command.ts';
import type { Command } from './command.ts';

const NAME_LENGTH = Math.max(...Object.keys(VARIABLES).map(({ length }) => length));

const USAGE = `Usage: vaultlink serve

Runs the backend for the front end below /vault. It reads these variables:

${Object.entries(VARIABLES)
  .map(([name, meaning]) => `  ${name.padEnd(NAME_LENGTH)} ${meaning}`)
  .join('\n')}

${SECRET_NAMES.join(', ')}: each may come from a file,
which the same name with _FILE behind it leads to.
A key: ${MAKE_A_KEY}
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
    const { serve: serveBackend } = await import('../serve.ts');
    const backend = await serveBackend(readEnvironment(process.env), {
      log: (text) => process.stderr.write(text),
    });
    // First: whoever reads the line may end the process at once.
    // Ctrl-C is pressed where no proxy has to notice.
    endWith((signal) => backend.close({ isAtOnce: signal === 'SIGINT' }));
    console.log(`listening on ${backend.origin}`);
  },
};
