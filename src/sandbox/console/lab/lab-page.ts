import { html } from 'hono/html';
import { situationList } from '../../actions/situations.ts';
import type { SandboxCore } from '../../core/core.ts';
import { LAB_PATH } from '../../service/pages/console-path.ts';
import type { Html } from '../../service/pages/document.ts';
import type { Draft } from '../fields.ts';
import { framedPage } from '../frame.ts';
import { clockForms, clockPart } from './clock-part.ts';
import { faultForm, faultList } from './fault-part.ts';
import { searchForm, settingsForm } from './settings-part.ts';

/** Choices that the page shows beside the state of the sandbox. */
interface LabView {
  draft?: Draft;
  /** Text to search for in the switches and replies. */
  q?: string;
}

/** Creates the page with the situations, the clock and, behind them, all faults, switches and replies. */
export function labPage(core: SandboxCore, { draft, q = '' }: LabView = {}): Promise<Response> {
  const isMistaken = draft?.form === 'switches';
  const isOpen = q !== '' || isMistaken || draft?.form === 'fault';
  const content = html`
    <div class="stack">
      <section id="situations" class="part" aria-labelledby="situations-title" data-live>
        ${situationsPart(core)}
      </section>
      <section id="faults" class="part" aria-labelledby="faults-title">
        <div id="fault-state" data-live>${faultList(core)}</div>
      </section>
      <details id="all-behaviours" class="part" ${isOpen ? 'open' : ''}>
        <summary><h2>All behaviours</h2></summary>
        ${faultForm(core, draft)} ${searchForm(core, q)}
        <section id="switches" aria-labelledby="switches-title" ${isMistaken ? '' : 'data-live'}>
          ${settingsForm(core, q, draft)}
        </section>
      </details>
    </div>
    <div class="stack">
      <section class="part" aria-labelledby="clock-title">
        <div id="clock-state" data-live>${clockPart(core)}</div>
        ${clockForms(core, draft)}
      </section>
      <section class="part" aria-labelledby="start-over">
        <h2 id="start-over">Start over</h2>
        <p class="note">
          Forgets outcomes, answers, tokens, faults and requests, and resets the clock, the switches
          and the replies. Clients, packets and sellers stay.
        </p>
        <form method="post" action="${core.address('/sandbox/lab/reset')}">
          <button id="reset">Reset</button>
        </form>
      </section>
    </div>
  `;
  return framedPage(core, {
    name: 'Lab',
    path: LAB_PATH,
    content,
    status: draft ? 400 : 200,
  });
}

/** Renders the situations, each with the button that begins or ends it. */
function situationsPart(core: SandboxCore): Html {
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
