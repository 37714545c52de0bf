import { html } from 'hono/html';
import type { Client } from '../../market/oauth-records.ts';
import type { SandboxCore } from '../../core/core.ts';
import type { Html } from '../../service/pages/document.ts';
import { counted } from '../display-format.ts';
import type { SellerView } from './seller-view.ts';

/** Renders the number of answers in a seller's vault, and the clients that may push into it. */
export function vaultPart(core: SandboxCore, view: SellerView | undefined): Html {
  const sellerId = view?.seller.id ?? '';
  const counts = [...(view?.listed ?? []), ...(view?.unlisted ?? [])]
    .map(({ sellersPacket }) => sellersPacket?.answers.size ?? 0)
    .filter(Boolean);
  const answers = counts.reduce((sum, count) => sum + count, 0);
  const connected = connectedClients(core, sellerId);
  return html`
    <header class="part-head">
      <h2 tabindex="-1">Vault</h2>
    </header>
    ${
      answers
        ? html`<p id="vault-count">
            ${counted(answers, 'answer')} in ${counted(counts.length, 'packet')}. Each packet shows
            where they came from.
          </p>`
        : html`<p class="empty">
            Nothing yet. Allow a buyer’s client to push: its answers show up in its packets.
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
  const connected = new Set<string>();
  for (const { client_id, access_state, refresh_state, expiresAtMs } of tokenPairs.ofSeller(
    sellerId,
  )) {
    const hasAccess = access_state === 'valid' && nowMs < expiresAtMs;
    if (hasAccess || refresh_state === 'valid') connected.add(client_id);
  }
  return [...clients.values()].filter(({ client_id }) => connected.has(client_id));
}

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
