import { findTool, settingsOf, withoutLanding } from '../../../../src/recipes/index.ts';
import type { RecipeOptions } from '../../../../src/recipes/index.ts';

/** What the reader has chosen in a form. Empty: nothing. */
export type Choice = { tool: string } & { [Name in keyof RecipeOptions]-?: string };

/** The parameters of the page's address, by the field that they hold. */
const PARAMETERS: Readonly<Record<keyof Choice, string>> = {
  tool: 'tool',
  serviceUrl: 'service',
  surveyUrl: 'survey',
  tokenParam: 'param',
  scriptUrl: 'script',
  pageUrl: 'page',
};

const FIELDS = Object.keys(PARAMETERS) as (keyof Choice)[];

/** Returns the choice that an address holds. */
export function choiceIn(search: string): Choice {
  const query = new URLSearchParams(search);
  const values = FIELDS.map((field) => [field, query.get(PARAMETERS[field]) ?? '']);
  return Object.fromEntries(values) as Choice;
}

/**
 * Returns the query that keeps a choice. It can be shared: a token or a seller's id that stands in one of the addresses is left out, and so is
 * what has a mistake.
 *
 * @param mistaken the fields to leave out
 */
export function queryOf(choice: Choice, mistaken: readonly (keyof Choice)[] = []): string {
  const query = new URLSearchParams();
  const tool = findTool(choice.tool);
  const tokenParam = tool ? settingsOf(tool, choice).tokenParam : choice.tokenParam;
  for (const field of FIELDS) {
    const value = choice[field].trim();
    const isAddress = field === 'surveyUrl' || field === 'pageUrl';
    const kept = isAddress ? withoutLanding(value, tokenParam) : value;
    if (kept && !mistaken.includes(field)) query.set(PARAMETERS[field], kept);
  }
  const text = query.toString();
  return text && `?${text}`;
}
