import { html } from 'hono/html';
import type { SandboxCore } from '../../core/core.ts';
import { LAB_PATH } from '../../service/pages/console-path.ts';
import type { Draft } from '../fields.ts';
import { framedPage } from '../frame.ts';
import { clockForms, clockPart } from './clock-part.ts';
import { faultForm, faultList } from './fault-part.ts';
import { settingsForm } from './settings-part.ts';

/** Creates the page with the clock, faults, switches and replies. */
export function labPage(core: SandboxCore, draft?: Draft): Promise<Response> {
  const isMistaken = draft?.form === 'switches';
  const content = html`
    <div class="stack">
      <section id="faults" class="part" aria-labelledby="faults-title">
        <div id="fault-state" data-live>${faultList(core)}</div>
        ${faultForm(core, draft)}
      </section>
      <section
        id="switches"
        class="part"
        aria-labelledby="switches-title"
        ${isMistaken ? '' : 'data-live'}
      >
        ${settingsForm(core, draft)}
      </section>
    </div>
    <div class="stack first-on-phone">
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
