import { html } from 'hono/html';
import type { SandboxCore } from '../control/core.ts';
import { controlsPart } from './controls.ts';
import type { Html } from '../service/pages/document.ts';
import { framedPage } from './frame.ts';
import { packetsPart } from './packets.ts';
import { requestsPart } from './requests.ts';
import { sellerView } from './seller-view.ts';
import { vaultPart } from './vault.ts';

/**
 * The console: a person plays a seller and sees what reaches the service.
 *
 * @param sellerId whose packets; where there is no such seller, the first one's
 */
export function consolePage(core: SandboxCore, sellerId: string): Promise<Response> {
  const view = sellerView(core, sellerId);
  const seller = view?.seller.id ?? '';
  const content = html`
    <div class="stack">
      <section id="seller" class="part playing" aria-label="Seller" data-live>
        ${sellerForm(core, seller)}
      </section>
      <section id="packets" class="part" aria-label="Packets" data-live>
        ${
          view
            ? packetsPart(view, core.clock.nowMs())
            : html`<p class="empty">There is no seller.</p>`
        }
      </section>
      <section id="vault" class="part" aria-label="Vault" data-live>
        ${vaultPart(core, seller)}
      </section>
    </div>
    <div class="stack">
      <section id="controls" class="part" aria-label="Controls" data-live>
        ${controlsPart(core, seller)}
      </section>
      <section class="part" aria-label="Add a packet">${packetForm(core, seller)}</section>
    </div>
    <section id="requests" class="part wide" aria-label="Requests" data-live>
      ${requestsPart(core.log.entries())}
    </section>
  `;
  return framedPage({ name: 'Seller', content });
}

function sellerForm(core: SandboxCore, chosen: string): Html {
  const sellers = [...core.market().sellers.values()];
  return html`<form method="get" action="/">
    <label for="choose-seller">You are playing</label>
    <select id="choose-seller" name="seller">
      ${sellers.map(
        ({ id, name }) =>
          html`<option value="${id}" ${id === chosen ? 'selected' : ''}>${name}</option>`,
      )}
    </select>
    <button id="switch-seller">Switch seller</button>
  </form>`;
}

function packetForm({ behaviour }: SandboxCore, seller: string): Html {
  const { seller_id_variable, interaction_id_variable } = behaviour;
  return html`<details>
    <summary>Add a packet with an endlink</summary>
    <form class="fields" method="post" action="/sandbox/console/packets">
      <input type="hidden" name="seller" value="${seller}" />
      <label>Name <input name="name" required maxlength="100" /></label>
      <label>
        Endlink URL
        <input
          name="endlink_url"
          type="url"
          required
          placeholder="https://…/survey?t={{endlink_token}}"
          aria-describedby="variables"
        />
      </label>
      <p id="variables">
        Variables, as the value of a parameter: <code>{{endlink_token}}</code>,
        <code>{{${seller_id_variable}}}</code>, <code>{{${interaction_id_variable}}}</code>. None is
        needed.
      </p>
      <label>
        Reward in €
        <input name="reward" type="number" min="0" step="0.01" value="1.00" required />
      </label>
      <button>Add packet</button>
    </form>
  </details>`;
}
