import { COMMANDS } from '../../src/node/commands.ts';
import { code, codeBlock, pageOf, prose, sentence, table } from './markdown.ts';

/** Returns the page about the commands. */
export function commandsPage(): Promise<string> {
  const commands = Object.entries(COMMANDS);
  return pageOf('Commands', 'src/node/commands', [
    codeBlock('sh', 'npm install ../vaultlink/vaultlink-*.tgz\nnpx vaultlink --help'),
    'Exit codes: 0 if all is well, 1 if something failed, 2 if you can correct the call or the configuration. [Environment variables](../configuration.md) says which command reads which; `--env FILE` reads those that are not set from a file.',
    table(
      ['Command', 'What it does'],
      commands.map(([name, { summary }]) => [
        `[${code(`vaultlink ${name}`)}](#vaultlink-${name})`,
        prose(sentence(summary.join(' '))),
      ]),
    ),
    ...commands.flatMap(([name, { usage }]) => [
      `## ${code(`vaultlink ${name}`)}`,
      codeBlock('text', usage.trimEnd()),
    ]),
  ]);
}
