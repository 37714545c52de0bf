import { html } from 'hono/html';
import type { SandboxCore } from '../../core/core.ts';
import type { Html } from '../../service/pages/document.ts';
import { fieldsFor, mistakeSummary } from '../fields.ts';
import type { Draft } from '../fields.ts';
import { aheadText, dateAndTime } from '../display-format.ts';

/** Renders the time of the sandbox, and the buttons that move or stop its clock. */
export function clockPart(core: SandboxCore): Html {
  const { clock } = core;
  const isFrozen = clock.isFrozen();
  const ahead = aheadText(clock.advancedSeconds());
  return html`
    <h2 id="clock-title" tabindex="-1">Clock</h2>
    <p class="big-time">
      <time id="lab-now" datetime="${new Date(clock.nowMs()).toISOString()}" data-shows-now
        >${dateAndTime(clock.nowMs())}</time
      >
      UTC
    </p>
    <p id="ahead" class="note">
      ${isFrozen ? 'Stopped: no token expires.' : 'Runs'}
      ${ahead ? realTime(ahead) : 'in real time.'}
    </p>
    <div class="button-row">
      <form method="post" action="${core.address('/sandbox/lab/clock')}" data-quiet>
        <input type="hidden" name="unit" value="3600" />
        <button id="advance" name="amount" value="1">Advance 1 hour</button>
        <button id="advance-day" name="amount" value="24">
          <span class="visually-hidden">Advance </span>1 day
        </button>
      </form>
      <form method="post" action="${core.address('/sandbox/lab/clock')}" data-quiet>
        <button id="freeze" name="frozen" value="${isFrozen ? 'false' : 'true'}">
          ${isFrozen ? 'Let it run' : 'Stop the clock'}
        </button>
      </form>
    </div>
  `;
}

/** Renders the forms that move the clock by a duration or to a time. */
export function clockForms(core: SandboxCore, draft?: Draft): Html {
  const by = fieldsFor('clock-by', draft);
  const to = fieldsFor('clock-to', draft);
  return html`<form
      class="inline"
      method="post"
      action="${core.address('/sandbox/lab/clock')}"
      novalidate
    >
      ${mistakeSummary('clock-by', draft, 'The clock was not moved')}
      ${by({
        name: 'amount',
        label: 'Advance by',
        type: 'number',
        value: '10',
      })}
      ${by({
        name: 'unit',
        label: 'Unit',
        value: '60',
        options: [
          ['1', 'seconds'],
          ['60', 'minutes'],
          ['3600', 'hours'],
          ['86400', 'days'],
        ],
      })}
      <button>Advance</button>
    </form>
    <form class="inline" method="post" action="${core.address('/sandbox/lab/clock')}" novalidate>
      ${mistakeSummary('clock-to', draft, 'The clock was not moved')}
      ${to({
        name: 'now',
        label: 'Go to (UTC)',
        type: 'datetime-local',
        value: new Date(core.clock.nowMs()).toISOString().slice(0, 19),
        attributes: { step: '1' },
      })}
      <button>Go</button>
    </form>`;
}

/** Completes `1 hour ahead` to `1 hour ahead of real time.` */
const realTime = (ahead: string): string =>
  `${ahead}${ahead.endsWith('ahead') ? ' of' : ''} real time.`;
