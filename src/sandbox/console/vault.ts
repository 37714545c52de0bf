import { html } from 'hono/html';
import type { Client, VaultPacket } from '../market/oauth-records.ts';
import type { SandboxCore } from '../control/core.ts';
import type { Html } from '../service/pages/document.ts';
import { timeOfDay } from './format.ts';

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
        ? html`<ul class="vault">
            ${saved.map((one) => vaultRow(market.packets.get(one.packet_id)?.name ?? one.packet_id, one))}
          </ul>`
        : html`<p class="empty">
            Nothing yet. Allow a buyer’s client to push: its answers show up here.
          </p>`
    }
    ${
      connected.length
        ? html`<h3>May push into it</h3>
            <ul class="connected">
              ${connected.map((client) => clientRow(client, sellerId))}
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

function vaultRow(name: string, { packet_id, answers, updatedAtMs }: VaultPacket): Html {
  const time = timeOfDay(updatedAtMs);
  const all = [...answers];
  return html`<li>
    <h3>${name}</h3>
    <p id="vault-${packet_id}" data-news="${name}: ${newsOf(all)}">
      <span class="badge good">Published</span> Last pushed at ${time} UTC.
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
  </li>`;
}

/** What a listener is told when it changes. */
const newsOf = (answers: [string, string | null][]): string =>
  answers.map(([question, answer]) => `${question}, ${answer ?? 'no answer'}`).join('; ');

const clientRow = ({ client_id, name }: Client, sellerId: string): Html =>
  html`<li>
    <p id="client-${client_id}">${name}</p>
    <form method="post" action="/sandbox/console/disconnect" data-quiet>
      <input type="hidden" name="seller" value="${sellerId}" />
      <input type="hidden" name="client_id" value="${client_id}" />
      <button id="disconnect-${client_id}">
        Disconnect<span class="visually-hidden"> ${name}</span>
      </button>
    </form>
  </li>`;
