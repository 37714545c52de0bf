import { html } from 'hono/html';
import type { SandboxCore } from '../control/core.ts';
import type { Html } from '../service/pages/document.ts';
import { counted, timeOfDay } from './format.ts';

/** The buttons that steer the sandbox. */
export function controlsPart({ behaviour, clock, faults }: SandboxCore, sellerId: string): Html {
  const { cors } = behaviour;
  const seller = html`<input type="hidden" name="seller" value="${sellerId}" />`;
  const nowMs = clock.nowMs();
  return html`
    <h2 tabindex="-1">Controls</h2>
    <div class="control">
      <div>
        <h3>Clock</h3>
        <p>
          <time id="now" data-now-ms="${nowMs}">${timeOfDay(nowMs)}</time> UTC,
          ${ahead(clock.advancedSeconds())}
        </p>
      </div>
      <form method="post" action="/sandbox/console/advance" data-quiet>
        ${seller}
        <button id="advance" name="hours" value="1">Advance 1 hour</button>
        <button id="advance-day" name="hours" value="24">Advance 1 day</button>
      </form>
    </div>
    <div class="control">
      <div>
        <h3 id="cors-name">CORS</h3>
        <p id="cors-text">
          ${
            cors
              ? 'Buyer pages can read the answers of API calls.'
              : 'Buyer pages cannot read the answers of API calls.'
          }
        </p>
      </div>
      <form method="post" action="/sandbox/console/cors" data-quiet>
        ${seller}
        <input type="hidden" name="cors" value="${cors ? 'off' : 'on'}" />
        <button
          id="cors"
          class="switch"
          role="switch"
          aria-checked="${cors ? 'true' : 'false'}"
          aria-labelledby="cors-name"
          aria-describedby="cors-text"
        >
          ${cors ? 'On' : 'Off'}
        </button>
      </form>
    </div>
    <div class="control">
      <div>
        <h3>Start over</h3>
        <p>Forgets outcomes, answers, tokens and requests. Clients, packets and sellers stay.</p>
      </div>
      <form method="post" action="/sandbox/console/reset" data-quiet>
        ${seller}
        <button id="reset">Reset</button>
      </form>
    </div>
    ${
      faults.waiting().length || faults.heldCount()
        ? html`<p class="note">
            ${counted(faults.waiting().length, 'fault')} waiting,
            ${counted(faults.heldCount(), 'request')} held.
          </p>`
        : ''
    }
  `;
}

function ahead(seconds: number): string {
  if (seconds === 0) return 'real time';
  const hours = seconds / 3600;
  return Number.isInteger(hours) ? `${counted(hours, 'hour')} ahead` : `${seconds} s ahead`;
}
