import { html } from 'hono/html';
import type { SandboxCore } from '../../core/core.ts';
import type { SellersPacket } from '../../market/sellers-packets.ts';
import { DEVELOPER_PATH } from '../../service/pages/console-path.ts';
import type { Html } from '../../service/pages/document.ts';
import { counted, timeElement } from '../display-format.ts';
import { framedPage } from '../frame.ts';
import { logPath } from '../log/log-filter.ts';
import { clientForm, clientRow } from './client-parts.ts';
import { dataPacketForm, endlinkPacketForm, packetRow } from './packet-parts.ts';
import type { BuyerView } from './packet-parts.ts';

/** Largest number of pushes in the list. */
const PUSHES = 20;

/** Creates the page on which a person registers clients, creates packets and sees pushes, as a buyer. @see interface §1.1 */
export function buyerPage(core: SandboxCore, view: BuyerView, status = 200): Promise<Response> {
  const { baseUrl, draft } = view;
  const market = core.market();
  const clients = [...market.clients.values()];
  const packets = [...market.packets.values()];
  const content = html`
    <div class="stack">
      <section id="clients" class="part" aria-label="Clients" data-live>
        <header class="part-head">
          <h2 id="clients-title" tabindex="-1">Your clients</h2>
          <p>${counted(clients.length, 'client')}</p>
        </header>
        ${
          clients.length
            ? html`<ul id="client-list" class="rows">
                ${clients.map((client) => clientRow(core, client, baseUrl, draft))}
              </ul>`
            : html`<p id="no-clients" class="empty">
                There is no client yet. Create one to push data into vaults.
              </p>`
        }
      </section>
      <section id="own-packets" class="part" aria-label="Packets" data-live>
        <header class="part-head">
          <h2 id="packets-title" tabindex="-1">Your packets</h2>
          <p>${counted(packets.length, 'packet')}</p>
        </header>
        ${
          packets.length
            ? html`<ul id="packet-list" class="rows">
                ${packets.map((packet) => packetRow(core, packet, view))}
              </ul>`
            : html`<p id="no-packets" class="empty">There is no packet yet.</p>`
        }
      </section>
      <section id="pushed" class="part" aria-label="Pushed" data-live>
        ${pushedPart(core, market.pushed)}
      </section>
    </div>
    <div class="stack">
      <section class="part" aria-labelledby="new-client">${clientForm(core, draft)}</section>
      <section id="new-packet-part" class="part" aria-labelledby="new-packet" data-live>
        ${dataPacketForm(core, draft)}
      </section>
      <section class="part" aria-labelledby="endlinks">${endlinkPacketForm(core, draft)}</section>
    </div>
  `;
  return framedPage(core, { name: 'Buyer', path: DEVELOPER_PATH, content, status });
}

function pushedPart(core: SandboxCore, pushed: ReadonlyMap<string, SellersPacket>): Html {
  const newest = [...pushed.values()].slice(-PUSHES).reverse();
  return html`<header class="part-head">
      <h2 id="pushed-title" tabindex="-1">What was pushed</h2>
      <p>
        ${
          pushed.size > PUSHES
            ? `The newest ${PUSHES} of ${counted(pushed.size, 'sellers packet')}`
            : counted(pushed.size, 'sellers packet')
        }
      </p>
    </header>
    ${
      newest.length
        ? html`<ul id="pushed-list" class="rows">
            ${newest.map((one) => pushedRow(core, one))}
          </ul>`
        : html`<p id="nothing-pushed" class="empty">
            Nothing yet. A seller has to authorize a client before it can push.
          </p>`
    }`;
}

function pushedRow(
  core: SandboxCore,
  { id, packet_id, seller_id, answers, pushedAtMs, createdAtMs }: SellersPacket,
): Html {
  const { packets, sellers } = core.market();
  const name = packets.get(packet_id)?.name ?? packet_id;
  return html`<li id="pushed-${id}">
    <h3>${name}</h3>
    <p class="note">
      Into the vault of ${sellers.get(seller_id)?.name ?? seller_id} at
      ${timeElement(pushedAtMs ?? createdAtMs)} UTC.
      <a href="${core.address(logPath({ interaction: id }))}">Requests</a>
    </p>
    <dl class="facts">
      ${[...answers].map(
        ([question, { answer }]) =>
          html`<div>
            <dt>${question}</dt>
            <dd class="${answer === null ? 'unanswered' : ''}">${answer ?? 'No answer'}</dd>
          </div>`,
      )}
    </dl>
  </li>`;
}
