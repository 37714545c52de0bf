import { html } from 'hono/html';
import type { SandboxCore } from '../../core/core.ts';
import { freeId } from '../../market/market.ts';
import type { EndlinkToken } from '../../market/market.ts';
import { endlinkOf } from '../../market/packets.ts';
import type { Packet } from '../../market/packets.ts';
import type { Html } from '../../service/pages/document.ts';
import { consolePath, DEVELOPER_PATH } from '../../service/pages/console-path.ts';
import { amount, counted, timeElement } from '../display-format.ts';
import { logPath } from '../log/log-filter.ts';
import { questionList } from './question-list.ts';
import type { PacketView, SellerView } from './seller-view.ts';
import { packetStatus } from './packet-status.ts';

/** Path of the form that opens a packet as a new seller. */
export const PLAY_AGAIN_PATH = '/sandbox/console/play-again';

/** Renders the packets of a seller, and below them those that left the list. */
export function packetsPart(
  core: SandboxCore,
  { seller, listed, unlisted, earned }: SellerView,
): Html {
  const row = (view: PacketView) => packetRow(core, view, seller.id);
  return html`
    <header class="part-head">
      <h2 tabindex="-1">Packets for ${seller.name}</h2>
      <p class="earned">Earned <strong>${amount(earned)}</strong></p>
    </header>
    ${
      listed.length
        ? html`<ul id="listed" class="packets">
            ${listed.map(row)}
          </ul>`
        : html`<p class="empty">
            ${
              unlisted.length
                ? 'Nothing is left in the list.'
                : html`There is no packet with an endlink yet.
                    <a href="${core.address(DEVELOPER_PATH)}">Create one as a buyer</a>.`
            }
          </p>`
    }
    ${
      unlisted.length
        ? html`<h2 id="unlisted-title">No longer listed</h2>
            <ul id="unlisted" class="packets unlisted">
              ${unlisted.map(row)}
            </ul>`
        : ''
    }
  `;
}

function packetRow(core: SandboxCore, view: PacketView, sellerId: string): Html {
  const nowMs = core.clock.nowMs();
  const { packet, sellersPacket, tokens } = view;
  const { label, sentence, tone } = packetStatus(core, view);
  const canOpen = endlinkOf(packet) && (sellersPacket?.decidedAtMs ?? null) === null;
  return html`<li id="packet-row-${packet.id}" class="packet">
    <div class="packet-text">
      <h3>${packet.name}</h3>
      <p id="state-${packet.id}" data-news="${packet.name}: ${label}">
        <span class="badge ${tone}">${label}</span> ${sentence}
      </p>
      ${questionList(core, view)}
      ${
        sellersPacket
          ? html`<div class="packet-links">
              ${tokens.length ? tokenList(packet.id, tokens, nowMs) : ''}
              <p>
                <a
                  href="${core.address(logPath({ interaction: sellersPacket.id }))}"
                  aria-label="Requests of this visit: ${packet.name}"
                  >Requests of this visit</a
                >
              </p>
            </div>`
          : ''
      }
    </div>
    <p class="reward">${packet.reward || endlinkOf(packet) ? amount(packet.reward) : ''}</p>
    ${
      canOpen
        ? html`<form
            method="post"
            action="${core.address('/sandbox/console/open')}"
            target="_blank"
            rel="noopener"
          >
            <input type="hidden" name="packet_id" value="${packet.id}" />
            <input type="hidden" name="seller_id" value="${sellerId}" />
            <button id="open-${packet.id}" class="${tokens.length ? '' : 'primary'}">
              ${tokens.length ? 'Open again' : 'Open'}<span class="visually-hidden">
                ${packet.name}, in a new tab</span
              >
            </button>
          </form>`
        : endlinkOf(packet)
          ? playAgainForm(core, packet)
          : ''
    }
  </li>`;
}

/** Renders the button that opens a settled packet as a new seller. The script then shows the packets of that seller. */
function playAgainForm(core: SandboxCore, { id, name }: Packet): Html {
  const seller = freeId('seller', core.market().sellers);
  return html`<form
    method="post"
    action="${core.address(PLAY_AGAIN_PATH)}"
    target="_blank"
    rel="noopener"
    data-follow="${core.address(consolePath(seller))}"
  >
    <input type="hidden" name="packet_id" value="${id}" />
    <input type="hidden" name="seller_id" value="${seller}" />
    <button id="again-${id}">
      Play again<span class="visually-hidden"> ${name}, as a new seller, in a new tab</span>
    </button>
  </form>`;
}

function tokenList(packetId: string, tokens: readonly EndlinkToken[], nowMs: number): Html {
  return html`<details id="tokens-${packetId}">
    <summary>${counted(tokens.length, 'token')}</summary>
    <ul class="tokens">
      ${tokens.map(
        (token) =>
          html`<li><code>${token.token}</code> <span>${tokenState(token, nowMs)}</span></li>`,
      )}
    </ul>
  </details>`;
}

function tokenState({ usedFor, expiresAtMs }: EndlinkToken, nowMs: number): Html | string {
  if (usedFor) return `spent on ${usedFor}`;
  const word = nowMs < expiresAtMs ? 'valid until' : 'expired at';
  return html`${word} ${timeElement(expiresAtMs)} UTC`;
}
