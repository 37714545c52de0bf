/**
 * Writes the pages of `docs/recipes` from the data of the tools: `npm run docs:recipes`. A test compares the two.
 *
 * @module
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import {
  composeRecipe,
  exampleOptionsOf,
  EXAMPLE_SERVICE,
  SANDBOX_SERVICE,
  TOOL_CLASSES,
  TOOLS,
} from '../src/recipes/index.ts';
import type { Piece, Recipe, RecipeSection, Tool, UnconfirmedFact } from '../src/recipes/index.ts';
import recipeSources from './recipe-sources.json' with { type: 'json' };

/** The folder of the pages. */
export const RECIPES_FOLDER = 'docs/recipes';

const NOTE =
  '<!-- Generated from src/recipes. Change it there, then run "npm run docs:recipes". -->';

/** A fact that a recipe relies on, with its source: the tool's vendor, or a third party. */
interface ConfirmedFact extends UnconfirmedFact {
  evidence: 'documented' | 'reported';
  source: string;
}

/** The confirmed facts of each tool, by its id. Only the pages show them. */
export const CONFIRMED_FACTS = recipeSources as Readonly<Record<string, readonly ConfirmedFact[]>>;

const EVIDENCE = {
  documented: 'documented by the vendor',
  reported: 'reported by a third party',
};

const bullets = (sentences: readonly string[]) => sentences.map((text) => `- ${text}`).join('\n');

const fence = ({ title, language, text }: Piece) =>
  `**${title}**\n\n\`\`\`${language}\n${text}\n\`\`\``;

function sectionOf({ title, steps, pieces }: RecipeSection, index: number): string {
  const numbered = steps.map((step, step_) => `${step_ + 1}. ${step}`).join('\n');
  return [`## ${index + 1}. ${title}`, numbered, ...pieces.map(fence)].filter(Boolean).join('\n\n');
}

/** Returns the rows of the table of sources: what is confirmed, then what is not. */
function factRowsOf({ id, unconfirmed }: Tool): readonly string[] {
  const row = (statement: string, mark: string, date: string) =>
    `| ${statement.replaceAll('|', String.raw`\|`)} | ${mark} | ${date} |`;
  return [
    ...(CONFIRMED_FACTS[id] ?? []).map(({ statement, evidence, source, date }) =>
      row(statement, `[${EVIDENCE[evidence]}](${source})`, date),
    ),
    ...unconfirmed.map(({ statement, date }) => row(statement, '**unconfirmed**', date)),
  ];
}

/** Returns how to try a recipe with the sandbox. */
function trialOf(tool: Tool, recipe: Recipe): string {
  const isRedirect = tool.class === 'redirect';
  const ownPages = isRedirect
    ? 'Set the recipe up in the tool with the addresses that this prints. They lead to the sandbox on your machine, where your own browser finds it.'
    : 'Put the texts that this prints on your pages. They lead to the sandbox on your machine.';
  const own = exampleOptionsOf(recipe)
    .filter(({ option }) => option !== 'base-url' && !(isRedirect && option === 'page-url'))
    .map(({ option, value }) => ` --${option} ${/^[\w:/.-]+$/.test(value) ? value : `'${value}'`}`)
    .join('');
  const steps = [
    `1. ${ownPages} Write your own addresses in place of the examples:

   \`\`\`sh
   node sandbox.mjs recipe ${tool.id} --base-url ${SANDBOX_SERVICE}${own}
   \`\`\``,
    `2. Start the sandbox with your endlink URL:

   \`\`\`sh
   node sandbox.mjs --endlink '${recipe.endlinkUrl}'
   \`\`\``,
    `3. Open <${SANDBOX_SERVICE}>, start the packet as a seller, and go through the survey to its end.`,
    '4. Look at the seller’s list in the sandbox. It shows how the packet ended.',
    '5. Do it again for each other end. Each start is a new token.',
  ];
  const note = isRedirect
    ? 'A tool that refuses an address with `http` needs an https address for the sandbox, such as that of a tunnel.'
    : 'Are your pages on the internet? Then Chrome asks whether they may reach devices on your local network, or your own device. Allow it: otherwise no report reaches the sandbox.';
  return `${steps.join('\n')}\n\n${note}`;
}

function checkOf(tool: Tool, recipe: Recipe): string {
  const address = recipe.endAddresses?.complete ?? recipe.endlinkUrl;
  return `To check an address that you have pasted, use the [checker](check.md), or:

\`\`\`sh
node sandbox.mjs recipe ${tool.id} --base-url ${EXAMPLE_SERVICE} --check '${address}'
\`\`\``;
}

/** Returns the page of a tool. */
function pageOf(tool: Tool): string {
  const recipe = composeRecipe(tool);
  const toolClass = TOOL_CLASSES.find((one) => one.class === tool.class);
  const rows = tool.outcomeWords.map(
    ({ outcome, words, where }) => `| ${words} | ${where} | \`${outcome}\` |`,
  );
  const facts = factRowsOf(tool);
  const parts = [
    `# ${tool.name}`,
    NOTE,
    `Class: [${toolClass?.title.toLowerCase() ?? ''}](index.md). ${toolClass?.meaning ?? ''}`,
    `The addresses below are examples: \`${EXAMPLE_SERVICE}\` stands for the address of the service. The [generator](generator.md) writes them with yours, and so does \`node sandbox.mjs recipe ${tool.id} --base-url URL\`: [one file](../package.md#without-npm) that needs Node.js alone.`,
    ...(tool.needs.length ? ['You need:', bullets(tool.needs)] : []),
    ...recipe.sections.map(sectionOf),
    `## Which end is which outcome

| In ${tool.name} | Where | Outcome |
| --- | --- | --- |
${rows.join('\n')}`,
    `## Try it in five minutes\n\n${trialOf(tool, recipe)}`,
    `## What can be lost\n\n${bullets(tool.limits)}`,
    checkOf(tool, recipe),
    ...(facts.length
      ? [
          `## Sources

What is marked as unconfirmed is from memory. Try it before you rely on it. The same goes for the names of menus above that no row has: ${tool.name} may call them otherwise by now.

| Fact | Source | Date |
| --- | --- | --- |
${facts.join('\n')}`,
        ]
      : []),
  ];
  return parts.join('\n\n');
}

function indexPage(): string {
  const groups = TOOL_CLASSES.map(({ class: name, title, meaning }) => {
    const rows = TOOLS.filter((tool) => tool.class === name).map((tool) => {
      const needs = tool.needs.join(' ') || '–';
      return `| [${tool.name}](${tool.id}.md) | ${needs} | ${tool.unconfirmed.length || '–'} |`;
    });
    return `## ${title}

${meaning}

| Tool | What you need | Unconfirmed facts |
| --- | --- | --- |
${rows.join('\n')}`;
  });
  return `# Recipes for survey tools

${NOTE}

Find your tool, and paste what its page says. Nothing of it needs a server of yours.

- The [generator](generator.md) writes all texts with your own addresses.
- The [checker](check.md) finds mistakes in an address that you have pasted.
- \`node sandbox.mjs recipe TOOL\` prints the same in a terminal: [one file](../package.md#without-npm) that needs Node.js alone.

Your tool is not in the list? If it redirects at the end and can put a URL parameter into the address, follow [QuestionPro](questionpro.md) with your tool’s own placeholder. If it
lets you edit its pages, follow [My own page](own-page.md). If it does neither, follow [Google Forms](google-forms.md).

${groups.join('\n\n')}

## Which end is which outcome

Tools and panels have their own words. The interface has four.

| Tools and panels say | Outcome |
| --- | --- |
| complete, completed, success, finished | \`complete\` |
| terminate, screen-out, disqualified, DQ, does not qualify | \`screenout\` |
| over quota, quota full, OQ | \`quota_full\` |
| quality terminate, attention check, speeder, technical error | \`fail\` |

Numbers differ from panel to panel: one counts 2 as over quota, another as terminated. Look yours up, and write them into \`data-outcome-map\`, such as
\`1:complete 2:screenout 3:quota_full 4:fail\`.

## What no recipe can do

The seller sees the token in the address, and could call the address for \`complete\` by hand. Compare paid completes with the responses in your tool before you pay more of them.
`;
}

/** On the site these two are pages with a form, which replace this text. */
const generatorPage = `# Generator of recipes

${NOTE}

It writes the endlink URL, the tag and the four addresses for your tool, with your own addresses. Choose a tool on this page of the site, or print the same in a terminal with [one file](../package.md#without-npm) that needs Node.js alone, where \`${EXAMPLE_SERVICE}\` stands for the address of the service:

\`\`\`sh
node sandbox.mjs recipe
node sandbox.mjs recipe qualtrics --base-url https://service.example --survey-url https://survey.example/
\`\`\`

[All tools](index.md)
`;

const checkPage = `# Checker of addresses

${NOTE}

It finds mistakes in an address that you have pasted: the placeholder, the parameter, the outcome, the host. It fetches nothing. Paste the address on this page of the site, or check it in a terminal with [one file](../package.md#without-npm) that needs Node.js alone, where \`${EXAMPLE_SERVICE}\` stands for the address of the service:

\`\`\`sh
node sandbox.mjs recipe questionpro --base-url https://service.example --check 'https://service.example/api/v3/endlinks/complete.html?service_endlink_token=\${custom1}'
\`\`\`

[All tools](index.md)
`;

/** Returns each page by its path, as Prettier writes it. */
export async function recipePages(): Promise<Readonly<Record<string, string>>> {
  const style = JSON.parse(readFileSync('.prettierrc.json', 'utf8')) as object;
  const write = (text: string) =>
    format(text, { ...style, parser: 'markdown', embeddedLanguageFormatting: 'off' });
  const pages: Record<string, string> = {
    'index.md': await write(indexPage()),
    'generator.md': await write(generatorPage),
    'check.md': await write(checkPage),
  };
  for (const tool of TOOLS) pages[`${tool.id}.md`] = await write(pageOf(tool));
  return pages;
}

if (import.meta.main) {
  const pages = await recipePages();
  mkdirSync(RECIPES_FOLDER, { recursive: true });
  for (const file of readdirSync(RECIPES_FOLDER))
    if (!(file in pages)) rmSync(`${RECIPES_FOLDER}/${file}`);
  for (const [file, text] of Object.entries(pages))
    writeFileSync(`${RECIPES_FOLDER}/${file}`, text);
  console.log(`${RECIPES_FOLDER}: ${Object.keys(pages).length} pages`);
}
