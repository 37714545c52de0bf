import { html } from 'hono/html';
import { situationList } from '../../actions/situations.ts';
import type { SandboxCore } from '../../core/core.ts';
import type { Html } from '../../service/pages/document.ts';

/** Renders the situations, each with the button that begins or ends it. */
export function situationsPart(core: SandboxCore): Html {
  return html`<header class="part-head">
      <h2 id="situations-title" tabindex="-1">Situations</h2>
    </header>
    <p class="note">What may happen to your pages and your backend. Begin one, and try it.</p>
    <form
      id="situation-form"
      method="post"
      action="${core.address('/sandbox/lab/situations')}"
      data-quiet
    >
      <ul class="situations">
        ${situationList(core).map(
          ({ id, title, sentence, isOn }) =>
            html`<li id="situation-${id}" class="${isOn ? 'situation is-on' : 'situation'}">
              <div>
                <h3>${title} ${isOn ? html`<span class="badge waiting">On</span>` : ''}</h3>
                <p class="note">${sentence}</p>
              </div>
              <button
                id="situation-button-${id}"
                name="${isOn ? 'end' : 'begin'}"
                value="${id}"
                data-news="${title}: ${isOn ? 'on' : 'off'}"
              >
                ${isOn ? 'End' : 'Begin'}<span class="visually-hidden"> ${title}</span>
              </button>
            </li>`,
        )}
      </ul>
    </form>`;
}
