import { wrap } from '../../findings/index.ts';
import { exampleOptionsOf, TOOL_CLASSES, TOOLS } from '../../recipes/index.ts';
import type { Piece, Recipe } from '../../recipes/index.ts';
import type { Paint } from '../paint.ts';

const COLUMNS = 80;

/** Returns the list of the tools, by class. */
export function formatTools(paint: Paint): string {
  const width = Math.max(...TOOLS.map(({ id }) => id.length)) + 4;
  const groups = TOOL_CLASSES.map(({ class: toolClass, title, meaning }) => {
    const tools = TOOLS.filter((tool) => tool.class === toolClass);
    const lines = tools.map(({ id, name }) => `  ${id.padEnd(width - 2)}${name}`);
    return [paint('title', title), ...wrap(meaning), '', ...lines].join('\n');
  });
  return `${groups.join('\n\n')}\n\nTo see a recipe: vaultlink recipe TOOL`;
}

/** Returns a recipe for a terminal. What is to be copied stands at the start of a line, whole. */
export function formatRecipe(recipe: Recipe, paint: Paint): string {
  const { tool, sections } = recipe;
  const toolClass = TOOL_CLASSES.find((one) => one.class === tool.class);
  const needs = tool.needs.length ? ['', 'You need:', ...tool.needs.flatMap(bullet)] : [];
  const body = sections.flatMap(({ title, steps, pieces }, index) => [
    '',
    paint('title', `${index + 1}. ${title}`),
    ...steps.flatMap(bullet),
    ...pieces.flatMap((piece) => pieceLines(piece, paint)),
  ]);
  const limits = ['', paint('title', 'What can be lost'), ...tool.limits.flatMap(bullet)];
  const unconfirmed = tool.unconfirmed.length
    ? [
        '',
        paint('title', 'Unconfirmed: try it before you rely on it'),
        ...tool.unconfirmed.flatMap(({ statement, date }) => bullet(`${statement} (${date})`)),
      ]
    : [];
  const examples = exampleOptionsOf(recipe);
  const hint = examples.length
    ? [
        '',
        paint('title', 'Some addresses are examples. Replace them by yours:'),
        ...examples.map(({ option, value }) => `  ${`--${option}`.padEnd(14)}${value}`),
      ]
    : [];
  return [
    paint('title', tool.name),
    ...wrap(toolClass?.meaning ?? ''),
    ...needs,
    ...hint,
    ...body,
    ...limits,
    ...unconfirmed,
  ].join('\n');
}

const bullet = (markdown: string): string[] =>
  wrap(plain(markdown), COLUMNS - 4).map((line, index) => (index ? '    ' : '  - ') + line);

const pieceLines = ({ title, text }: Piece, paint: Paint): string[] => [
  '',
  paint('label', plain(title)),
  text,
];

/** Returns Markdown without its marks. */
const plain = (markdown: string) => markdown.replaceAll('**', '').replaceAll('`', '');
