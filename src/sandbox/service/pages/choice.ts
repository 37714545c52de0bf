import { html } from 'hono/html';
import type { Html } from './document.ts';

/** Value and text of an option. */
export type ChoiceOption = readonly [value: string, text: string];

/** A page with 100,000 options takes the browser seconds. */
const MAX_OPTIONS = 200;

/**
 * A list of which one is chosen. If there are too many, a text field for the value, which suggests the newest.
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

/** Attributes as markup. */
export const attributeList = (attributes: Readonly<Record<string, string>>): Html[] =>
  Object.entries(attributes).map(([name, value]) => html` ${name}="${value}"`);
