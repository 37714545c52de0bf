import type { Recipe } from './compose.ts';
import { settingsOf } from './recipe-options.ts';
import type { RecipeOptions } from './recipe-options.ts';

/** Options that are addresses, by their name in the command line. */
const ADDRESS_OPTIONS = {
  'base-url': 'serviceUrl',
  'survey-url': 'surveyUrl',
  'script-url': 'scriptUrl',
  'page-url': 'pageUrl',
} as const satisfies Record<string, keyof RecipeOptions>;

/** An example address in a recipe, and the option of `vaultlink recipe` that replaces it. */
export interface ExampleOption {
  option: keyof typeof ADDRESS_OPTIONS;
  value: string;
}

/** Returns the example addresses in the texts of a recipe, which must be replaced. */
export function exampleOptionsOf({ tool, settings, sections }: Recipe): readonly ExampleOption[] {
  const examples = settingsOf(tool, {});
  const texts = sections.flatMap(({ pieces }) => pieces.map(({ text }) => text));
  return Object.entries(ADDRESS_OPTIONS)
    .map(([option, name]) => ({
      option: option as ExampleOption['option'],
      value: settings[name],
      isExample: settings[name] === examples[name],
    }))
    .filter(
      ({ value, isExample }) =>
        isExample && value.startsWith('https:') && texts.some((text) => text.includes(value)),
    )
    .map(({ option, value }) => ({ option, value }));
}
