import {
  composeRecipe,
  exampleOptionsOf,
  findTool,
  mistakesOf,
  settingsOf,
} from '../../../../src/recipes/index.ts';
import type { Recipe, RecipeOptions, Tool } from '../../../../src/recipes/index.ts';
import { choiceIn, queryOf } from './choice.ts';
import { copyable } from './copy.ts';
import { fieldOf, fillForm, readForm, showMistake } from './form.ts';
import { keepQuery } from './keep-query.ts';
import { element, nodesOf } from './markup.ts';

const OPTIONS: readonly (keyof RecipeOptions)[] = [
  'serviceUrl',
  'surveyUrl',
  'tokenParam',
  'scriptUrl',
  'pageUrl',
];

/** Lets a form compose the recipe of the tool that is chosen in it. */
export function startGenerator(root: HTMLElement): void {
  const form = root.querySelector('form');
  const output = root.querySelector<HTMLElement>('[data-output]');
  const status = root.querySelector('[role="status"]');
  const checker = root.querySelector<HTMLAnchorElement>('[data-checker]');
  if (!form || !output || !status) return;
  const announce = (sentence: string) => {
    status.textContent = sentence;
  };

  const update = () => {
    const choice = readForm(form);
    const tool = findTool(choice.tool);
    if (!tool) return;
    const settings = settingsOf(tool, {});
    for (const option of OPTIONS)
      fieldOf(form, option)?.setAttribute('placeholder', settings[option]);

    const mistakes = mistakesOf(tool, settingsOf(tool, choice));
    for (const option of OPTIONS)
      showMistake(form, option, mistakes.find((one) => one.option === option)?.sentence ?? '');
    const query = queryOf(
      choice,
      mistakes.map(({ option }) => option),
    );
    keepQuery(query);
    if (checker) checker.search = query;
    if (mistakes.length) {
      output.replaceChildren(element('p', {}, ['Correct the marked fields to see the recipe.']));
      return;
    }
    output.replaceChildren(...recipeNodes(composeRecipe(tool, choice), announce));
  };

  fillForm(form, choiceIn(location.search));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    announce('');
    update();
  });
  fieldOf(form, 'tool')?.addEventListener('change', () => {
    const tool = findTool(readForm(form).tool);
    if (tool) announce(`This is the recipe for ${tool.name}.`);
  });
  // Firefox restores what was typed before a reload, and fires no event.
  addEventListener('pageshow', update);
  update();
}

function recipeNodes(recipe: Recipe, announce: (sentence: string) => void): Node[] {
  const { tool, sections } = recipe;
  const parts = sections.flatMap(({ title, steps, pieces }, index) => [
    element('h2', {}, [`${index + 1}. ${title}`]),
    ...(steps.length ? [list('ol', steps)] : []),
    ...pieces.map((piece) => copyable(piece, announce)),
  ]);
  return [...needsOf(tool), ...examplesIn(recipe), ...parts, ...limitsOf(tool)];
}

/** Returns a note that names the example addresses in the texts to copy, before these texts. */
function examplesIn(recipe: Recipe): Node[] {
  const values = exampleOptionsOf(recipe).map(({ value }) => value);
  if (!values.length) return [];
  return [
    element('p', { 'data-examples': '' }, [
      element('strong', {}, ['Do not copy these addresses: ']),
      'they are examples. Enter yours above in place of ',
      ...values.flatMap((value, index) => [
        ...(index ? [index === values.length - 1 ? ' and ' : ', '] : []),
        element('code', {}, [value]),
      ]),
      '.',
    ]),
  ];
}

const needsOf = ({ needs }: Tool): Node[] =>
  needs.length ? [element('h2', {}, ['What you need']), list('ul', needs)] : [];

function limitsOf({ id, limits, unconfirmed }: Tool): Node[] {
  return [
    element('h2', {}, ['What can be lost']),
    list('ul', limits),
    ...(unconfirmed.length
      ? [
          element('h2', {}, ['Unconfirmed']),
          element('p', {}, ['From memory: try it before you rely on it.']),
          list(
            'ul',
            unconfirmed.map(({ statement, date }) => `${statement} (${date})`),
          ),
        ]
      : []),
    element('p', {}, [
      element('a', { href: `../${id}/` }, ['Sources, and how to try it in five minutes']),
    ]),
  ];
}

const list = (name: 'ol' | 'ul', sentences: readonly string[]) =>
  element(
    name,
    {},
    sentences.map((sentence) => element('li', {}, nodesOf(sentence))),
  );
