import { html } from 'hono/html';
import type { Html } from './document.ts';

/** Value and text of an option. */
export type ChoiceOption = readonly [value: string, text: string];

/** Largest number of options in a list. A page with 100,000 options takes the browser seconds. */
const MAX_OPTIONS = 200;

/**
 * Creates a select box. If there are too many options, creates a text field that suggests the newest ones.
 *
 * @param attributes of the control: `id` and `name` at least
 * @param options oldest first
 */
export function choiceControl(
  attributes: Readonly<Record<string, string>> & { id: string },
  options: readonly ChoiceOption[],
  chosen = '',
): Html {
  if (options.length <= MAX_OPTIONS) {
    return html`<select ${attributeList(attributes)}>
      ${options.map(
        ([value, text]) =>
          html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${text}</option>`,
      )}
    </select>`;
  }
  const list = `${attributes.id}-options`;
  return html`<input
      type="text"
      value="${chosen}"
      list="${list}"
      autocomplete="off"
      placeholder="An id"
      ${attributeList(attributes)}
    />
    <datalist id="${list}">
      ${options.slice(-MAX_OPTIONS).map(([value, text]) => html`<option value="${value}">${text}</option>`)}
    </datalist>`;
}

/** Renders attributes as markup. */
export const attributeList = (attributes: Readonly<Record<string, string>>): Html[] =>
  Object.entries(attributes).map(([name, value]) => html` ${name}="${value}"`);
