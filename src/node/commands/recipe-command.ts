import {
  ADDRESS_KINDS,
  checkAddress,
  composeRecipe,
  findTool,
  TOOLS,
  toolsLike,
} from '../../recipes/index.ts';
import type { RecipeOptions, Tool } from '../../recipes/index.ts';
import { formatRecipe, formatTools } from '../recipe/format.ts';
import { createPaint } from '../paint.ts';
import { UsageError } from '../usage-error.ts';
import type { Command, CommandArguments } from './command.ts';
import { linePrinter } from './context.ts';
import { createFindingsPrinter } from './findings-options.ts';

const USAGE = `Usage: vaultlink recipe [TOOL] [--base-url URL] [--survey-url URL]
         [--token-param NAME] [--script-url URL] [--page-url URL] [--json]
       vaultlink recipe [TOOL] --check ADDRESS [--base-url URL]
         [--token-param NAME] [--json]

Prints what to paste into a survey tool and into the marketplace: the endlink
URL, the script tag or the four addresses at the end. Without TOOL, it lists the
tools. It sends and fetches nothing.

  --base-url URL      the address of the service
  --survey-url URL    the address of your survey or form
  --token-param NAME  the query parameter with the token. With --check, the one of
                      your endlink URL: token of token={{endlink_token}}
  --script-url URL    the address of vaultlink.js on your pages
  --page-url URL      the address of your own page, before the form or at the end
  --check ADDRESS     checks an address that you have: an endlink URL, or what the
                      tool redirects to. Put it in single quotes
  --json              prints JSON instead of text

The exit code is 1 if a check failed, and 2 if an option is wrong.
`;

const OUTCOMES_LOST = 'Outcomes will be lost.';
const ANOTHER_NAME = 'For another parameter, add --token-param NAME.';
const TRY_IT =
  'Try it with the sandbox: node sandbox.mjs, or "vaultlink sandbox" where the package is installed.';

/** `vaultlink recipe` */
export const recipe: Command = {
  synopsis: 'recipe [TOOL]',
  summary: ['prints what to paste into a survey tool, or checks an', 'address that you pasted'],
  usage: USAGE,
  options: {
    'base-url': { type: 'string' },
    'survey-url': { type: 'string' },
    'token-param': { type: 'string' },
    'script-url': { type: 'string' },
    'page-url': { type: 'string' },
    check: { type: 'string' },
    json: { type: 'boolean' },
  },
  positionals: 1,
  run({ values, positionals: [name] }, { stdout }) {
    const print = linePrinter(stdout);
    const paint = createPaint(stdout);
    const tool = name === undefined ? undefined : toolNamed(name);
    const options = optionsOf(values);
    if (typeof values.check === 'string') {
      const { kind, findings, assumption } = checkAddress(values.check, {
        ...options,
        tool,
      });
      if (!values.json) print(`${ADDRESS_KINDS[kind]}\n`);
      const printer = createFindingsPrinter(values, stdout);
      findings.forEach(printer.add);
      const exitCode = printer.end('recipe', { kind });
      if (!values.json) {
        print(exitCode ? OUTCOMES_LOST : TRY_IT);
        if (assumption !== undefined) print(`${assumption} ${ANOTHER_NAME}`);
      }
      return Promise.resolve(exitCode);
    }
    if (tool) {
      const composed = composeRecipe(tool, options);
      print(values.json ? JSON.stringify(composed) : formatRecipe(composed, paint));
    } else {
      print(values.json ? JSON.stringify(TOOLS) : formatTools(paint));
    }
    return Promise.resolve(0);
  },
};

function optionsOf(values: CommandArguments['values']): RecipeOptions {
  const textOf = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    serviceUrl: textOf('base-url'),
    surveyUrl: textOf('survey-url'),
    tokenParam: textOf('token-param'),
    scriptUrl: textOf('script-url'),
    pageUrl: textOf('page-url'),
  };
}

/** @throws UsageError with the most similar names if no tool has this one */
function toolNamed(name: string): Tool {
  const tool = findTool(name);
  if (tool) return tool;
  const similar = toolsLike(name);
  const advice = similar.length ? `Did you mean ${similar.join(' or ')}?` : 'These are known:';
  const known = similar.length ? '' : `\n${TOOLS.map(({ id }) => id).join(', ')}`;
  throw new UsageError(
    `Unknown tool "${name}". ${advice}${known}\n"vaultlink recipe" lists all tools. A page of your own is "own-page".`,
  );
}
