import { exampleOptionsOf, TOOL_CLASSES, TOOLS } from '../../recipes/index.ts';
import type { AddressCheck, Piece, Recipe, Verdict } from '../../recipes/index.ts';
import { wrap } from '../wrap.ts';

const COLUMNS = 80;

const KINDS = {
  end: 'An address at the end of a survey, on the service.',
  page: 'An address at the end of a survey, on a page of your own.',
  endlink: 'An endlink URL, for the marketplace.',
} as const;

const MARKS = { ok: 'ok', warning: 'warning', error: 'error' } as const;

/** Formats text for a terminal, by what it is. */
export type Paint = (tone: 'title' | 'label' | Verdict['level'], text: string) => string;

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
    ...body,
    ...limits,
    ...unconfirmed,
    ...hint,
  ].join('\n');
}

/** Returns what was found in an address, the mistakes with what to change. */
export function formatCheck({ kind, verdicts }: AddressCheck, paint: Paint): string {
  const errors = verdicts.filter(({ level }) => level === 'error').length;
  const summary = errors
    ? `${errors} ${errors === 1 ? 'error' : 'errors'}: outcomes will be lost.`
    : 'No error found. Try it with the sandbox: npx vaultlink sandbox';
  return [
    KINDS[kind],
    '',
    ...verdicts.flatMap((verdict) => verdictLines(verdict, paint)),
    '',
    summary,
  ].join('\n');
}

function verdictLines({ level, sentence, advice }: Verdict, paint: Paint): string[] {
  const width = 'warning'.length + 2;
  const [first = '', ...rest] = wrap(sentence, COLUMNS - width);
  return [
    paint(level, MARKS[level].padEnd(width)) + first,
    ...[...rest, ...(advice ? wrap(advice, COLUMNS - width) : [])].map(
      (line) => ' '.repeat(width) + line,
    ),
  ];
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
