import { html } from 'hono/html';
import type { z } from 'zod/v4';
import { attributeList, choiceControl } from '../service/pages/choice.ts';
import type { ChoiceOption } from '../service/pages/choice.ts';
import type { Html } from '../service/pages/document.ts';
import type { Refused } from '../actions/refused.ts';

/** Posted values of a form that has mistakes. */
export interface Draft {
  /** Name of the form. */
  form: string;
  values: Readonly<Record<string, string>>;
  /** Messages by the name of the field. */
  mistakes: Readonly<Record<string, string>>;
}

/** A field of a form. */
interface Field {
  name: string;
  label: string;
  /** Initial value. Default: empty. */
  value?: string;
  hint?: Html | string;
  type?: 'text' | 'url' | 'number' | 'datetime-local' | 'search';
  /** Further attributes of the control. */
  attributes?: Readonly<Record<string, string>>;
  isRequired?: boolean;
  /** Number of rows of a text with several lines. */
  rows?: number;
  /** Options of a choice. */
  options?: readonly ChoiceOption[];
}

/** Returns a function that renders a field of a form, with the value and the mistake of the draft. */
export function fieldsFor(form: string, draft?: Draft): (field: Field) => Html {
  const own = draft?.form === form ? draft : undefined;
  const firstMistake = Object.keys(own?.mistakes ?? {})[0];
  return (field) => {
    const id = `${form}-${field.name}`;
    const mistake = own?.mistakes[field.name];
    const value = own ? (own.values[field.name] ?? '') : (field.value ?? '');
    const descriptions = [field.hint && `${id}-hint`, mistake && `${id}-mistake`].filter(Boolean);
    const attributes: Record<string, string> & { id: string } = {
      id,
      name: field.name,
      ...(field.isRequired && { required: '' }),
      ...(descriptions.length > 0 && { 'aria-describedby': descriptions.join(' ') }),
      ...(mistake && { 'aria-invalid': 'true' }),
      ...(firstMistake === field.name && { autofocus: '' }),
      ...field.attributes,
    };
    return html`<div class="field">
      <label for="${id}">${field.label}</label>
      ${control(field, value, attributes)}
      ${field.hint ? html`<p class="hint" id="${id}-hint">${field.hint}</p>` : ''}
      ${mistake ? html`<p class="mistake" id="${id}-mistake">${mistake}</p>` : ''}
    </div>`;
  };
}

/** Renders the summary of the mistakes of a form; empty if it has none. @param what the act that did not happen */
export function mistakeSummary(form: string, draft: Draft | undefined, what: string): Html | '' {
  if (draft?.form !== form) return '';
  const count = Object.keys(draft.mistakes).length;
  return html`<p class="mistake" role="alert">
    ${what}: ${count === 1 ? 'one field needs' : `${count} fields need`} a change.
  </p>`;
}

function control(
  field: Field,
  value: string,
  attributes: Record<string, string> & { id: string },
): Html {
  const { type = 'text', rows, options } = field;
  if (options) return choiceControl(attributes, options, value);
  if (rows) return html`<textarea rows="${rows}" ${attributeList(attributes)}>${value}</textarea>`;
  // Not `type="number"`: a mouse wheel would change the number by accident, and the browser would not post an invalid number.
  if (type === 'number') {
    return html`<input
      type="text"
      inputmode="decimal"
      value="${value}"
      ${attributeList(attributes)}
    />`;
  }
  return html`<input type="${type}" value="${value}" ${attributeList(attributes)} />`;
}

/** Returns the first mistake of each field, in words for the person who filled in the form. */
export function mistakesIn(
  { issues }: Pick<z.ZodError, 'issues'> | Refused,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const mistakes: Record<string, string> = {};
  for (const { path, code, message } of issues) {
    const name = nameOfField(path.map(String), values);
    mistakes[name] ??= !values[name]?.trim()
      ? 'Fill in this field.'
      : code === 'invalid_type' && message.startsWith('Invalid')
        ? 'Enter a number.'
        : sentence(message);
  }
  return mistakes;
}

/** Returns the field that a path leads to: the end of the path, such as `used_token.status`, or its first step. */
const nameOfField = (path: readonly string[], values: Readonly<Record<string, string>>): string =>
  path.map((_, index) => path.slice(index).join('.')).find((name) => name in values) ??
  path[0] ??
  '';

const sentence = (message: string) => {
  const text = message.replace(/^(must|is|fits|no)\b/, (word) =>
    word === 'no' ? 'There is no' : `This ${word}`,
  );
  return /[.!?]$/.test(text) ? text : `${text}.`;
};

/** Returns the attribute that protects a form with mistakes from live updates. */
export const keptWhileMistaken = (form: string, draft: Draft | undefined): Html | '' =>
  draft?.form === form ? html`data-keep` : '';
