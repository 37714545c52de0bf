/**
 * Writes `docs/configuration.md` from the table of variables: `npm run docs:configuration`. A test compares the two.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import type { Variable } from '../src/node/config/variable.ts';
import { ALL_VARIABLES, GROUPS } from '../src/node/config/variables.ts';
import type { VariableName } from '../src/node/config/variables.ts';

/** Where the page is. */
export const CONFIGURATION_PAGE = 'docs/configuration.md';

const code = (text: string) => `\`${text}\``;

const defaultOf = ({ byDefault, whenUnset }: Variable) =>
  byDefault === undefined ? whenUnset : code(byDefault);

const required = ALL_VARIABLES.filter(([, { required }]) => required !== undefined);
const secrets = ALL_VARIABLES.filter(([, { isSecret }]) => isSecret);

/** The commands that read the variables. */
const COMMANDS = required[0]?.[1].usedBy ?? [];

function entryOf([name, variable]: readonly [VariableName, Variable]): string {
  const { meaning, details, example } = variable;
  const byDefault = variable.required === undefined ? defaultOf(variable) : undefined;
  const facts = [
    ...(byDefault === undefined || byDefault === 'none' ? [] : [`Default: ${byDefault}`]),
    `Example: ${code(example)}`,
  ];
  const paragraphs = [`### ${code(name)}`, meaning, ...(details === undefined ? [] : [details])];
  return `${paragraphs.join('\n\n')}\n\n${facts.map((fact) => `- ${fact}`).join('\n')}`;
}

/** Returns the text of the page, as Prettier writes it. */
export async function configurationPage(): Promise<string> {
  const text = `# Environment variables of the commands

<!-- Generated from src/node/config/variables by "npm run docs:configuration". -->

The commands ${COMMANDS.map(code).join(', ')} of ${code('vaultlink')} can share one environment. ${code('vaultlink COMMAND --help')} says which variables a command reads. These are required. ${code('https://service.example')} stands for the address of the service:

\`\`\`sh
${required.map(([name, { example }]) => `${name}=${example}`).join('\n')}
\`\`\`

- A command reports all mistakes together on standard error and ends with code 2. No message contains the value of a secret.
- ${code('vaultlink doctor')} also checks whether the values work.
- An empty variable counts as unset. Spaces around a value are ignored.
- A secret can come from a file: append \`_FILE\` to the name, and set the variable to the path. This works for ${secrets.map(([name]) => code(name)).join(', ')}. Spaces and line ends around the value are ignored.
- Any other variable whose name begins with \`VAULTLINK_\` is reported as a mistake, because it may be a typing error. Variables that Kubernetes creates for a Service named \`vaultlink\` are ignored.
- Changes take effect at the next start.

In your own code, use [the options of the backend](reference/backend-options.md) instead of variables.

${GROUPS.map(({ title, variables }) => `## ${title}\n\n${variables.map(entryOf).join('\n\n')}`).join('\n\n')}
`;
  const style = JSON.parse(readFileSync('.prettierrc.json', 'utf8')) as object;
  return format(text, { ...style, parser: 'markdown' });
}

if (import.meta.main) {
  writeFileSync(CONFIGURATION_PAGE, await configurationPage());
  console.log(CONFIGURATION_PAGE);
}
