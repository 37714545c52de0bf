import { COMMANDS } from '../../src/node/commands.ts';
import { code, codeBlock, pageOf } from './markdown.ts';

/** Returns the page about the commands. */
export function commandsPage(): Promise<string> {
  const commands = Object.entries(COMMANDS);
  return pageOf('Commands', 'src/node/commands', [
    codeBlock('sh', 'npm install ../vaultlink/vaultlink-*.tgz\nnpx vaultlink --help'),
    'Exit codes: 0 if all is well, 1 if something failed, 2 if you can correct the call or the configuration. With `--env FILE`, a command reads [environment variables](../configuration.md) that are not set from a file.',
    ...commands.flatMap(([name, { usage }]) => [
      `## ${code(`vaultlink ${name}`)}`,
      codeBlock('text', usage.trimEnd()),
    ]),
  ]);
}
