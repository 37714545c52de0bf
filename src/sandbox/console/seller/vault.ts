import { html } from 'hono/html';
import type { Client, VaultPacket } from '../../market/oauth-records.ts';
import type { SandboxCore } from '../../control/core.ts';
import type { Html } from '../../service/pages/document.ts';
import { timeElement } from '../format.ts';
import { logPath } from '../log/log-filter.ts';
import { isDataPacket } from '../../market/market.ts';

/** What one seller's vault holds, and which clients may push into it. */
export function vaultPart(core: SandboxCore, sellerId: string): Html {
  const market = core.market();
  const saved = [...market.vault.values()].filter(({ seller_id }) => seller_id === sellerId);
  const connected = connectedClients(core, sellerId);
  return html`
    <header class="part-head">
      <h2 tabindex="-1">Vault</h2>
    </header>
    ${
      saved.length
        ? html`<ul id="vault-packets" class="vault">
            ${saved.map((one) => vaultRow(core, one))}
          </ul>`
        : html`<p class="empty">
            Nothing yet. Allow a buyer’s client to push: its answers show up here.
          </p>`
    }
    ${
      connected.length
        ? html`<h3 id="connected-title">May push into it</h3>
            <ul id="connected" class="connected">
              ${connected.map((client) => clientRow(core, client, sellerId))}
            </ul>`
        : ''
    }
  `;
}

function connectedClients(core: SandboxCore, sellerId: string): Client[] {
  const { clients, tokenPairs } = core.market();
  const nowMs = core.clock.nowMs();
  const isAlive = (clientId: string) =>
    [...tokenPairs].some(
      ({ client_id, seller_id, access_state, refresh_state, expiresAtMs }) =>
        client_id === clientId &&
        seller_id === sellerId &&
        (refresh_state === 'valid' || (access_state === 'valid' && nowMs < expiresAtMs)),
    );
  return [...clients.values()].filter(({ client_id }) => isAlive(client_id));
}

function vaultRow(
  core: SandboxCore,
  { packet_id, seller_id, answers, updatedAtMs }: VaultPacket,
): Html {
  const { packets, clients } = core.market();
  const packet = packets.get(packet_id);
  const name = packet?.name ?? packet_id;
  // Only the client that a packet was created from can push into it (§4.3).
  const clientId = packet && isDataPacket(packet) ? packet.client_id : '';
  const all = [...answers];
  return html`<li id="vault-row-${packet_id}">
    <h3>${name}</h3>
    <p id="vault-${packet_id}" data-news="${name}: ${newsOf(all)}">
      <span class="badge good">Published</span> Pushed by ${clients.get(clientId)?.name ?? clientId}
      at ${timeElement(updatedAtMs)} UTC.
    </p>
    <dl>
      ${all.map(
        ([question, answer]) =>
          html`<div>
            <dt>${question}</dt>
            <dd class="${answer === null ? 'unanswered' : ''}">${answer ?? 'No answer'}</dd>
          </div>`,
      )}
    </dl>
    <p>
      <a
        href="${core.address(logPath({ seller: seller_id, packet: packet_id }))}"
        aria-label="Its pushes in the log: ${name}"
        >Its pushes in the log</a
      >
    </p>
  </li>`;
}

/** What a listener is told when it changes. */
const newsOf = (answers: [string, string | null][]): string =>
  answers.map(([question, answer]) => `${question}, ${answer ?? 'no answer'}`).join('; ');

const clientRow = (core: SandboxCore, { client_id, name }: Client, sellerId: string): Html =>
  html`<li id="connected-${client_id}">
    <p id="client-${client_id}">${name}</p>
    <form method="post" action="${core.address('/sandbox/console/disconnect')}" data-quiet>
      <input type="hidden" name="seller" value="${sellerId}" />
      <input type="hidden" name="client_id" value="${client_id}" />
      <button id="disconnect-${client_id}">
        Disconnect<span class="visually-hidden"> ${name}</span>
      </button>
    </form>
  </li>`;
