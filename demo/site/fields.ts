import { html } from 'hono/html';
import { SELLER_PATH } from './behind.ts';
import type { Html } from './page.ts';

/** Renders a question with answers to choose from: one, or with `checkbox` any number. The values are the texts of the answers. */
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

/** Link at the end of a page, back to the seller's packets at the marketplace. */
export const backLink = html`<p class="ways">
  <a class="button quiet" href="${SELLER_PATH}">Back to the marketplace</a>
</p>`;
