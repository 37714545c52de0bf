import { COMMANDS } from '../../src/node/commands.ts';
import { OUTAGE_OPTIONS_USAGE } from '../../src/node/commands/outage-options.ts';
import { QUEUE_OPTIONS_USAGE } from '../../src/node/commands/queue-options.ts';
import { code, codeBlock, pageOf } from './markdown.ts';

/** Returns a usage with its shared options named only: the usage of `vaultlink push` describes them. */
const withSharedOptions = (usage: string): string =>
  [QUEUE_OPTIONS_USAGE, OUTAGE_OPTIONS_USAGE].reduce((text, block) => {
    const names = [...block.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, name]) => name);
    return text.replace(block, `  ${names.join(', ')}: as for "vaultlink push"\n`);
  }, usage);

/** Returns the page about the commands. */
export function commandsPage(): Promise<string> {
  const commands = Object.entries(COMMANDS);
  return pageOf('Commands', 'src/node/commands', [
    codeBlock('sh', 'npm install ../vaultlink/vaultlink-*.tgz\nnpx vaultlink --help'),
    'Exit codes: 0 if all is well, 1 if something failed, 2 if you can correct the call or the configuration. With `--env FILE`, a command reads [environment variables](../configuration.md) that are not set from a file.',
    ...commands.flatMap(([name, { usage }]) => [
      `## ${code(`vaultlink ${name}`)}`,
      codeBlock('text', (name === 'push' ? usage : withSharedOptions(usage)).trimEnd()),
    ]),
  ]);
}
