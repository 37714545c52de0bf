import { html } from 'hono/html';
import { SELLER_PATH } from './behind.ts';
import type { Html } from './page.ts';

/** Several answers of which one, or with `checkbox` any number, is chosen. The values are what the seller reads. */
export function choices(
  name: string,
  question: string,
  answers: readonly string[],
  type: 'radio' | 'checkbox' = 'radio',
): Html {
  return html`<fieldset>
    <legend>${question}</legend>
    ${answers.map(
      (answer) =>
        html`<label class="choice">
          <input type="${type}" name="${name}" value="${answer}" ${isRequired(type)} />
          <span>${answer}</span>
        </label>`,
    )}
  </fieldset>`;
}

const isRequired = (type: string) => (type === 'radio' ? 'required' : '');

/** The end of a page: back to the marketplace, to the packets of the same seller. */
export const wayBack = html`<p class="ways">
  <a class="button quiet" href="${SELLER_PATH}">Back to the marketplace</a>
</p>`;
