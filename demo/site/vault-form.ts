import { html } from 'hono/html';
import type { Html } from './page.ts';

/** Questions of the packet, which are the names of the form's fields. @see interface §2.4 */
export const QUESTIONS = ['drink', 'moments', 'cups', 'wish'] as const;

/**
 * Renders a plain form inside `<vault-push>`. The names of its fields are the questions of the packet.
 *
 * With `method="dialog"`, a submit before the elements are defined leaves the page and the answers unchanged.
 *
 * @param packetId the packet that the answers are pushed into
 */
export const vaultForm = (packetId: string): Html => html`
  <vault-push packet-id="${packetId}">
    <form method="dialog">
      ${choices('drink', 'What do you drink more often?', ['Coffee', 'Tea', 'Both alike'])}
      ${choices('moments', 'When? Choose all that apply.', ['Morning', 'Noon', 'Evening'], 'checkbox')}
      <div class="field">
        <label for="cups">How many cups on an ordinary day?</label>
        <select id="cups" name="cups">
          <option value="">I would rather not say</option>
          <option>Less than one</option>
          <option>One or two</option>
          <option>Three or more</option>
        </select>
      </div>
      <div class="field">
        <label for="wish">What should your favourite place do better?</label>
        <textarea id="wish" name="wish" rows="2"></textarea>
      </div>
      <p class="ways"><button>Save to my vault</button></p>
    </form>
  </vault-push>
  <noscript><p>Without JavaScript your answers cannot be saved to your vault.</p></noscript>
`;

/** Renders a question with answers to choose from: one, or with `checkbox` any number. The values are the texts of the answers. */
function choices(
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
