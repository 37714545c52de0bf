import { html } from 'hono/html';
import type { z } from 'zod/v4';
import { attributeList, choiceControl } from '../service/pages/choice.ts';
import type { ChoiceOption } from '../service/pages/choice.ts';
import type { Html } from '../service/pages/document.ts';

/** What somebody filled into a form that could not be accepted. */
export interface Draft {
  /** Which form it is. */
  form: string;
  values: Readonly<Record<string, string>>;
  /** By the name of the field. */
  mistakes: Readonly<Record<string, string>>;
}

/** One field of a form with its label, and with the mistake where there is one. */
interface Field {
  name: string;
  label: string;
  /** Where nothing else was filled in. */
  value?: string;
  hint?: Html | string;
  type?: 'text' | 'url' | 'number' | 'datetime-local' | 'search';
  /** Attributes of the control that are the same in each use. */
  attributes?: Readonly<Record<string, string>>;
  isRequired?: boolean;
  /** A text of several lines. */
  rows?: number;
  /** A choice: pairs of value and text. */
  options?: readonly ChoiceOption[];
}

/** The fields of one form: what was filled in last, and what is wrong with it. */
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

/** Says above a form that nothing has happened. */
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
  // A field of digits, not `type="number"`: a mouse wheel changes no number by accident, and what is no number comes back to be mended.
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

/** What is wrong with the fields of a form, in words for whoever filled it in. */
export function mistakesIn(
  { issues }: z.ZodError,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const mistakes: Record<string, string> = {};
  for (const { path, code, message } of issues) {
    const name = String(path[0] ?? '');
    mistakes[name] ??= !values[name]?.trim()
      ? 'Fill in this field.'
      : code === 'invalid_type'
        ? 'Enter a number.'
        : sentence(message);
  }
  return mistakes;
}

const sentence = (message: string) => {
  const text = message.replace(/^(must|is|fits|no)\b/, (word) =>
    word === 'no' ? 'There is no' : `This ${word}`,
  );
  return /[.!?]$/.test(text) ? text : `${text}.`;
};

/** Keeps a form with a mistake as it is while the part around it is kept up to date. */
export const keptWhileMistaken = (form: string, draft: Draft | undefined): Html | '' =>
  draft?.form === form ? html`data-keep` : '';
