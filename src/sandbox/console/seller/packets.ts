import { html } from 'hono/html';
import type { SandboxCore } from '../../control/core.ts';
import type { EndlinkToken } from '../../market/market.ts';
import type { Html } from '../../service/pages/document.ts';
import { DEVELOPER_PATH } from '../../service/pages/console-path.ts';
import { amount, countdown, counted, timeElement } from '../format.ts';
import { logPath } from '../log/log-filter.ts';
import type { PacketView, SellerView } from './seller-view.ts';

/** How a state is shown: a word or two, a sentence, and a tone for its colour. */
interface Standing {
  label: string;
  sentence: Html | string;
  tone: 'ready' | 'waiting' | 'good' | 'neutral' | 'bad';
}

/** One seller's packets, and below them those that left the list. */
export function packetsPart(
  core: SandboxCore,
  { seller, listed, unlisted, earned }: SellerView,
): Html {
  return html`
    <header class="part-head">
      <h2 tabindex="-1">Packets for ${seller.name}</h2>
      <p class="earned">Earned <strong>${amount(earned)}</strong></p>
    </header>
    ${
      listed.length
        ? html`<ul id="listed" class="packets">
            ${listed.map((view) => packetRow(core, view, seller.id))}
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
              ${unlisted.map((view) => packetRow(core, view, seller.id))}
            </ul>`
        : ''
    }
  `;
}

function packetRow(core: SandboxCore, view: PacketView, sellerId: string): Html {
  const nowMs = core.clock.nowMs();
  const { packet, sellersPacket, tokens } = view;
  const { label, sentence, tone } = standing(view, nowMs);
  const canOpen = !sellersPacket || sellersPacket.state === 'awaiting_outcome';
  return html`<li id="packet-row-${packet.id}" class="packet">
    <div class="packet-text">
      <h3>${packet.name}</h3>
      <p id="state-${packet.id}" data-news="${packet.name}: ${label}">
        <span class="badge ${tone}">${label}</span> ${sentence}
      </p>
      ${
        sellersPacket
          ? html`<div class="packet-links">
              ${tokenList(packet.id, tokens, nowMs)}
              <p>
                <a
                  href="${core.address(logPath({ interaction: sellersPacket.interaction_id }))}"
                  aria-label="Requests of this visit: ${packet.name}"
                  >Requests of this visit</a
                >
              </p>
            </div>`
          : ''
      }
    </div>
    <p class="reward">${amount(packet.reward)}</p>
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
            <button id="open-${packet.id}" class="${sellersPacket ? '' : 'primary'}">
              ${sellersPacket ? 'Open again' : 'Open'}<span class="visually-hidden">
                ${packet.name}, in a new tab</span
              >
            </button>
          </form>`
        : ''
    }
  </li>`;
}

function tokenList(packetId: string, tokens: EndlinkToken[], nowMs: number): Html {
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

/** @see interface §3.1 */
function standing({ packet, sellersPacket }: PacketView, nowMs: number): Standing {
  if (!sellersPacket)
    return { label: 'New', sentence: 'You have not opened it yet.', tone: 'ready' };
  const { state, outcome, expiresAtMs } = sellersPacket;
  if (state === 'awaiting_outcome') {
    const sentence = html`The buyer has until ${timeElement(expiresAtMs)} UTC to report an outcome:
    ${countdown(expiresAtMs, nowMs)} left.`;
    return { label: 'Awaiting outcome', sentence, tone: 'waiting' };
  }
  if (state === 'published') {
    return { label: 'Published', sentence: `${amount(packet.reward)} paid.`, tone: 'good' };
  }
  if (state === 'failed') {
    const sentence = 'The token expired before any outcome was reported. Not paid.';
    return { label: 'No outcome', sentence, tone: 'bad' };
  }
  if (outcome === 'quota_full') {
    return { label: 'Quota full', sentence: 'The buyer has enough answers.', tone: 'neutral' };
  }
  if (outcome === 'screenout') {
    return {
      label: 'Screened out',
      sentence: 'You did not match what the buyer needs.',
      tone: 'neutral',
    };
  }
  return { label: 'Failed', sentence: 'The buyer reported a failure.', tone: 'bad' };
}
