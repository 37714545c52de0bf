import { COMMANDS } from '../../src/node/commands.ts';
import { ALL_VARIABLES } from '../../src/node/config/variables.ts';
import { code, codeBlock, pageOf, prose, sentence, table } from './markdown.ts';

/** Returns links to the variables that a command reads. */
function variablesOf(name: string): string {
  const links = ALL_VARIABLES.filter(([, { usedBy }]) => usedBy.includes(name)).map(
    ([variable]) => `[${code(variable)}](../configuration.md#${variable.toLowerCase()})`,
  );
  return links.length
    ? `It reads these variables, and with ${code('--env FILE')} those that are not set from a file: ${links.join(', ')}.`
    : '';
}

/** Returns the page about the commands. */
export function commandsPage(): Promise<string> {
  const commands = Object.entries(COMMANDS);
  return pageOf('Commands', 'src/node/commands', [
    codeBlock('sh', 'npm install ../vaultlink/vaultlink-*.tgz\nnpx vaultlink --help'),
    'Exit codes: 0 if all is well, 1 if something failed, 2 if you can correct the call or the configuration.',
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
      variablesOf(name),
    ]),
  ]);
}
