import { html } from 'hono/html';
import type { SandboxCore } from '../../core/core.ts';
import type { Seller } from '../../market/market.ts';
import { consolePath } from '../../service/pages/console-path.ts';
import { choiceControl } from '../../service/pages/choice.ts';
import type { Html } from '../../service/pages/document.ts';
import { playedSeller, rememberedSeller } from '../../service/pages/played-seller.ts';
import { framedPage } from '../frame.ts';
import { packetsPart } from './packet-list.ts';
import { sellerView } from './seller-view.ts';
import { vaultPart } from './vault.ts';

/**
 * Creates the page on which a person opens packets and sees their state and the vault, as a seller.
 *
 * @param request names the seller in its query, or by the cookie of the last choice
 */
export function sellerPage(core: SandboxCore, request: Request): Promise<Response> {
  const market = core.market();
  const chosen = market.sellers.get(new URL(request.url).searchParams.get('seller') ?? '');
  const seller = chosen ?? playedSeller(market, request);
  const view = seller && sellerView(market, seller);
  const content = html`
    <div class="stack">
      <section id="seller" class="part playing" aria-label="Seller" data-live>
        ${sellerForm(core, [...market.sellers.values()], seller?.id)}
      </section>
      <section id="packets" class="part" aria-label="Packets" data-live>
        ${view ? packetsPart(core, view) : html`<p class="empty">There is no seller.</p>`}
      </section>
    </div>
    <div class="stack">
      <section id="vault" class="part" aria-label="Vault" data-live>
        ${vaultPart(core, view)}
      </section>
      ${sellersForms(core, seller)}
    </div>
  `;
  return framedPage(core, {
    name: 'Seller',
    path: consolePath(seller?.id),
    content,
    ...(chosen && { cookie: rememberedSeller(core, chosen.id, request.url) }),
  });
}

function sellerForm(
  core: SandboxCore,
  sellers: readonly Seller[],
  chosen: string | undefined,
): Html {
  return html`<form method="get" action="${core.address('/')}">
    <label for="choose-seller">You are playing</label>
    ${choiceControl(
      { id: 'choose-seller', name: 'seller' },
      sellers.map(({ id, name }) => [id, name]),
      chosen,
    )}
    <button id="switch-seller">Switch seller</button>
  </form>`;
}

function sellersForms(core: SandboxCore, seller: Seller | undefined): Html {
  return html`<section class="part" aria-labelledby="sellers">
    <h2 id="sellers">Sellers</h2>
    <form class="inline" method="post" action="${core.address('/sandbox/console/sellers')}">
      <label for="new-seller">New seller</label>
      <input id="new-seller" name="name" required maxlength="100" autocomplete="off" />
      <button>Add</button>
    </form>
    ${
      seller
        ? html`<details>
            <summary>Change ${seller.name}</summary>
            <form
              class="inline"
              method="post"
              action="${core.address('/sandbox/console/sellers/rename')}"
            >
              <input type="hidden" name="seller" value="${seller.id}" />
              <label for="seller-name">New name</label>
              <input
                id="seller-name"
                name="name"
                value="${seller.name}"
                required
                maxlength="100"
                autocomplete="off"
              />
              <button>Rename</button>
            </form>
            <form method="post" action="${core.address('/sandbox/console/sellers/delete')}">
              <input type="hidden" name="seller" value="${seller.id}" />
              <p class="note">Deletes the vault, the tokens and the history of this seller, too.</p>
              <button class="danger">Delete ${seller.name}</button>
            </form>
          </details>`
        : ''
    }
  </section>`;
}
