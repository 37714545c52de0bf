import { html } from 'hono/html';
import type { SandboxCore } from '../../core/core.ts';
import type { Fault } from '../../core/faults.ts';
import { AUTHORIZE_PATH, PUSH_PATH, TOKEN_PATH } from '../../service/service-paths.ts';
import { ENDLINK_CALLS, OUTCOMES } from '../../service/endlink/endlink-calls.ts';
import type { Html } from '../../service/pages/document.ts';
import { fieldsFor, mistakeSummary } from '../fields.ts';
import type { Draft } from '../fields.ts';
import { counted } from '../display-format.ts';

const KINDS = [
  ['status', 'Answer with a status'],
  ['delay', 'Answer late'],
  ['drop', 'Cut the connection without an answer'],
  ['hold', 'Hold until released'],
  ['cut', 'Break the answer off in the middle'],
  ['loop', 'Redirect to the same address'],
] as const;

const PATHS = [
  '/api/v3/endlinks/*',
  ...ENDLINK_CALLS.keys(),
  TOKEN_PATH,
  PUSH_PATH.replace(':packet_id', '*'),
  AUTHORIZE_PATH,
];

/** Renders the active faults, and the number of requests that they hold. */
export function faultList(core: SandboxCore): Html {
  const faults = core.faults.active();
  const heldCount = core.heldRequests.count();
  return html`
    <header class="part-head">
      <h2 id="faults-title" tabindex="-1">Faults</h2>
      <p id="fault-count">${counted(faults.length, 'fault')} waiting</p>
    </header>
    ${
      faults.length
        ? html`<ul id="fault-list" class="rows">
            ${faults.map((fault) => faultRow(core, fault))}
          </ul>`
        : html`<p id="no-faults" class="empty">
            Nothing goes wrong. Add a fault, and the next request that it fits meets it.
          </p>`
    }
    ${
      heldCount
        ? html`<form
            id="release-form"
            class="inline"
            method="post"
            action="${core.address('/sandbox/lab/faults/release')}"
            data-quiet
          >
            <p>${counted(heldCount, 'request')} held or delayed.</p>
            <button id="release">Release</button>
          </form>`
        : ''
    }
  `;
}

function faultRow(core: SandboxCore, fault: Fault): Html {
  const name = KINDS.find(([kind]) => kind === fault.kind)?.[1] ?? fault.kind;
  return html`<li id="row-${fault.id}" class="fault">
    <div>
      <h3>${name}${fault.kind === 'status' ? ` ${fault.status}` : ''}</h3>
      <p class="note">${factsOf(fault).join(' · ')}</p>
    </div>
    <form method="post" action="${core.address('/sandbox/lab/faults/remove')}" data-quiet>
      <input type="hidden" name="id" value="${fault.id}" />
      <button id="remove-${fault.id}">
        Remove<span class="visually-hidden"> ${fault.id}</span>
      </button>
    </form>
  </li>`;
}

function factsOf(fault: Fault): string[] {
  const { id, delay_ms, rate, path, method, outcome, client_id, seller_id, times, processed } =
    fault;
  return [
    id,
    times === null ? 'until it is removed' : counted(times, 'time'),
    rate < 1 && `${Math.round(rate * 100)} % of the requests`,
    delay_ms > 0 && `after ${delay_ms} ms`,
    method,
    path ?? 'any address',
    outcome && `outcome ${outcome}`,
    client_id && `client ${client_id}`,
    seller_id && `seller ${seller_id}`,
    processed && 'the service handles the request first',
  ].filter((text): text is string => Boolean(text));
}

/** Renders the form for a new fault. */
export function faultForm(core: SandboxCore, draft?: Draft): Html {
  const { clients, sellers } = core.market();
  const field = fieldsFor('fault', draft);
  const any = ['', 'Any'] as const;
  return html`<details ${draft?.form === 'fault' ? 'open' : ''}>
    <summary>Add a fault</summary>
    <form
      class="fields columns-2"
      method="post"
      action="${core.address('/sandbox/lab/faults')}"
      novalidate
    >
      ${mistakeSummary('fault', draft, 'The fault was not added')}
      ${field({ name: 'kind', label: 'What goes wrong', options: KINDS })}
      ${field({
        name: 'status',
        label: 'Status',
        type: 'number',
        value: '503',
        hint: 'Where it answers with a status.',
      })}
      ${field({
        name: 'delay_ms',
        label: 'Delay in ms',
        type: 'number',
        value: '0',
        hint: 'Passes before, in real time.',
      })}
      ${field({
        name: 'rate',
        label: 'Share of requests in %',
        type: 'number',
        value: '100',
      })}
      ${field({
        name: 'times',
        label: 'Times',
        type: 'number',
        value: '1',
        hint: 'Empty: until it is removed.',
      })}
      ${field({
        name: 'path',
        label: 'Address',
        hint: 'Empty: any. * stands for any characters.',
        attributes: { list: 'fault-paths', autocomplete: 'off' },
      })}
      <datalist id="fault-paths">
        ${PATHS.map((path) => html`<option value="${path}"></option>`)}
      </datalist>
      ${field({
        name: 'method',
        label: 'Method',
        options: [any, ...['GET', 'POST', 'HEAD'].map((one) => [one, one] as const)],
      })}
      ${field({
        name: 'outcome',
        label: 'Outcome',
        options: [any, ...OUTCOMES.map((one) => [one, one] as const)],
      })}
      ${field({
        name: 'client_id',
        label: 'Client',
        options: [any, ...[...clients.values()].map((one) => [one.client_id, one.name] as const)],
      })}
      ${field({
        name: 'seller_id',
        label: 'Seller',
        options: [any, ...[...sellers.values()].map(({ id, name }) => [id, name] as const)],
      })}
      ${field({
        name: 'processed',
        label: 'The service',
        options: [
          ['', 'does not see the request'],
          ['true', 'handles the request first'],
        ],
      })}
      <button class="primary">Add fault</button>
    </form>
  </details>`;
}
