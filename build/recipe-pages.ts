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

const NOTE = '<!-- Generated from src/recipes by "npm run docs:recipes". -->';

/** A fact that a recipe relies on, with its source: the tool's vendor, or a third party. */
interface ConfirmedFact extends UnconfirmedFact {
  evidence: 'documented' | 'reported';
  source: string;
}

/** The confirmed facts of each tool, by its id. Only the pages show them. */
export const CONFIRMED_FACTS = recipeSources as Readonly<Record<string, readonly ConfirmedFact[]>>;

const EVIDENCE = {
  documented: 'vendor',
  reported: 'third party',
};

/** Tools whose page is one of the pages to start with: the task is the same there. */
export const START_PAGES: Readonly<Record<string, string>> = {
  'own-page': '../start/own-page.md',
  wordpress: '../start/wordpress.md',
  'google-tag-manager': '../start/tag-manager.md',
};

/** Returns the path of the page of a tool, from the folder of the recipes. */
export const pagePathOf = ({ id }: Tool): string => START_PAGES[id] ?? `${id}.md`;

const bullets = (sentences: readonly string[]) => sentences.map((text) => `- ${text}`).join('\n');

const fence = ({ title, language, text }: Piece, note = '') =>
  `**${title}**${note}\n\n\`\`\`${language}\n${text}\n\`\`\``;

/** The section in which a page of the buyer reports. Its tag is the same for each tool, and is in the index. */
const isOwnPage = ({ pieces }: RecipeSection) => pieces.some(({ id }) => id === 'finish');

const ownPageText = (pieces: readonly Piece[]) => {
  const addresses = pieces.filter(({ id }) => id.startsWith('page-')).map(({ text }) => text);
  const pick = addresses.some((address) => address.endsWith('='))
    ? ' Pick the token behind each `=`, as above.'
    : '';
  return `Put [the tag](index.md#one-page-of-your-own) on that page, and use these addresses in place of the four.${pick}

\`\`\`text
${addresses.join('\n')}
\`\`\``;
};

/** Returns where a tool has the end to which an address belongs. */
function placeOf({ outcomeWords }: Tool, { id }: Piece): string {
  const word = outcomeWords.find(({ outcome }) => id === `end-${outcome}`);
  return word ? ` (${word.where})` : '';
}

function sectionOf(tool: Tool, section: RecipeSection, index: number): string {
  const { title, steps, pieces } = section;
  const heading = `## ${index + 1}. ${title}`;
  if (isOwnPage(section)) return `${heading}\n\n${ownPageText(pieces)}`;
  // The index has the step of the endlink question once.
  const [endlink] = pieces.filter(({ id }) => id === 'endlink-url');
  if (endlink) return `${heading}\n\n\`\`\`text\n${endlink.text}\n\`\`\``;
  const numbered = steps.map((step, at) => `${at + 1}. ${step}`).join('\n');
  const fences = pieces.map((one) => fence(one, placeOf(tool, one)));
  return [heading, numbered, ...fences].filter(Boolean).join('\n\n');
}

/** Returns the tool's own words for each outcome. A tool that redirects has them above its addresses. */
function outcomeList({ name, class: toolClass, outcomeWords }: Tool): string {
  if (toolClass === 'redirect') return '';
  const hasPlaces = new Set(outcomeWords.map(({ where }) => where)).size > 1;
  const lines = outcomeWords.map(
    ({ outcome, words, where }) => `\`${outcome}\`: ${words}${hasPlaces ? ` (${where})` : ''}`,
  );
  return `## Which end is which outcome\n\nIn ${name}:\n\n${bullets(lines)}`;
}

/** Returns the facts that a recipe relies on: what is confirmed, then what is not. */
function factsOf({ id, unconfirmed }: Tool): readonly string[] {
  return [
    ...(CONFIRMED_FACTS[id] ?? []).map(
      ({ statement, evidence, source, date }) =>
        `${statement} ([${EVIDENCE[evidence]}](${source}), ${date})`,
    ),
    ...unconfirmed.map(({ statement, date }) => `${statement} (**unconfirmed**, ${date})`),
  ];
}

/** Returns the two commands that try a recipe with the sandbox. */
function trialOf(tool: Tool, recipe: Recipe): string {
  const own = exampleOptionsOf(recipe)
    .filter(
      ({ option }) =>
        option !== 'base-url' && !(tool.class === 'redirect' && option === 'page-url'),
    )
    .map(({ option, value }) => ` --${option} ${/^[\w:/.-]+$/.test(value) ? value : `'${value}'`}`)
    .join('');
  return `[Step by step](index.md#try-a-recipe).

\`\`\`sh
node sandbox.mjs recipe ${tool.id} --base-url ${SANDBOX_SERVICE}${own}
node sandbox.mjs --endlink '${recipe.endlinkUrl}'
\`\`\``;
}

/** Returns the page of a tool. */
function pageOf(tool: Tool): string {
  const recipe = composeRecipe(tool);
  const toolClass = TOOL_CLASSES.find((one) => one.class === tool.class);
  const facts = factsOf(tool);
  const parts = [
    `# ${tool.name}`,
    NOTE,
    `${toolClass?.meaning ?? ''} \`${EXAMPLE_SERVICE}\` stands for the address of the service: [how to use a recipe](index.md#how-to-use-a-recipe).`,
    ...(tool.needs.length ? ['You need:', bullets(tool.needs)] : []),
    ...recipe.sections.map((section, index) => sectionOf(tool, section, index)),
    outcomeList(tool),
    `## Try it in five minutes\n\n${trialOf(tool, recipe)}`,
    `## What can be lost\n\n${bullets(tool.limits)}`,
    ...(facts.length ? [`## Sources\n\n${bullets(facts)}`] : []),
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** Returns the tag and the element of a page that reports for tools that redirect. They are the same for each tool. */
function ownPagePieces(): readonly Piece[] {
  const tool = TOOLS.find((one) => one.class === 'redirect');
  const sections = tool ? composeRecipe(tool).sections : [];
  return sections
    .filter(isOwnPage)
    .flatMap(({ pieces }) => pieces.filter(({ id }) => !id.startsWith('page-')));
}

function indexPage(): string {
  const groups = TOOL_CLASSES.map(({ class: name, title, meaning }) => {
    const links = TOOLS.filter((tool) => tool.class === name).map(
      (tool) => `[${tool.name}](${pagePathOf(tool)})`,
    );
    return `## ${title}

${meaning}

${bullets(links)}`;
  });
  return `# Recipes for survey tools

${NOTE}

Find your tool, and paste what its page says. The page begins with what you need, such as a paid plan. You need no server of your own. \`${EXAMPLE_SERVICE}\` stands for the address of the service.

Your tool is not in the list? If it redirects at the end and can put a URL parameter into the address, follow [QuestionPro](questionpro.md) with your tool’s own placeholder. If it
lets you edit its pages, follow [My own page](../start/own-page.md). If it does neither, follow [Google Forms](google-forms.md).

${groups.join('\n\n')}

## How to use a recipe

All addresses on the pages are examples. Three tools write and check the texts with your own addresses:

- The [generator](generator.md) writes all texts.
- The [checker](check.md) finds mistakes in an address that you have pasted.
- \`node sandbox.mjs recipe TOOL\` does both in a terminal. It is [one file](../package.md#without-npm) that needs Node.js alone.

Paste the endlink URL into the endlink question of your packet. The service replaces \`{{endlink_token}}\` for each seller: do not fill it in yourself.

### Try a recipe

1. Run the first command of the page, with your own addresses. It prints all texts with the address of the sandbox, which plays the service on your machine.
2. Put them into your tool or onto your pages.
3. Run the second command. It starts the sandbox with your endlink URL.
4. Open <${SANDBOX_SERVICE}>, start the packet as a seller, and go through the survey to its end. The list shows how the packet ended.
5. Do it again for each other end. Each start is a new token.

**Are your pages on the internet?** Then Chrome asks whether they may reach devices on your local network, or your own device. Allow it: otherwise no report reaches the sandbox. A tool that refuses an address with \`http\` needs an https address for the sandbox, such as that of a tunnel.

### One page of your own

A page of yours can report for a tool that redirects: where the tool has one redirect only, or to thank the seller yourself. It reads \`status\` from its address, and tells the seller the result.

${ownPagePieces()
  .map((one) => fence(one))
  .join('\n\n')}

### Sources

Each page ends with its facts, their sources and the day of the look-up. The source is the tool’s vendor or a third party. What is **unconfirmed** is from memory: try it before you rely on it. So are the names of menus, unless a fact has them.

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

It writes the endlink URL, the tag and the four addresses for your tool, with your own addresses. Choose a tool on this page of the site, or print the same [in a terminal](index.md#how-to-use-a-recipe). \`${EXAMPLE_SERVICE}\` stands for the address of the service:

\`\`\`sh
node sandbox.mjs recipe
node sandbox.mjs recipe qualtrics --base-url https://service.example --survey-url https://survey.example/
\`\`\`

[All tools](index.md)
`;

const checkPage = `# Checker of addresses

${NOTE}

It finds mistakes in an address that you have pasted: the placeholder, the parameter, the outcome, the host. It fetches nothing. Paste the address on this page of the site, or check it [in a terminal](index.md#how-to-use-a-recipe). \`${EXAMPLE_SERVICE}\` stands for the address of the service:

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
  for (const tool of TOOLS)
    if (!(tool.id in START_PAGES)) pages[pagePathOf(tool)] = await write(pageOf(tool));
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
