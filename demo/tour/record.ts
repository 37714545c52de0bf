import { html } from 'hono/html';
import type { LoggedRequest } from 'vaultlink/sandbox';
import type { Html } from '../site/page.ts';
import type { MarketState } from './market.ts';
import type { Visit } from './visit.ts';

/** Formats an amount as the marketplace does. */
export const euros = (amount: number): string => `€${amount.toFixed(2)}`;

const OUTCOME_NAMES: Readonly<Record<string, string>> = {
  complete: 'complete',
  screenout: 'screened out',
  quota_full: 'quota full',
  fail: 'failed',
};

/** Renders the marketplace's record of a visit: every report that arrived, and the outcome that counted. */
export function visitRecord(visit: Visit): Html {
  const { seller, isOpened, outcome, isPaid, reward, reports, armed } = visit;
  return html`
    ${
      armed
        ? html`<p class="armed">
            <strong>Armed: ${armed.name.toLowerCase()}.</strong> The next report of a completed
            survey meets it.
          </p>`
        : ''
    }
    ${
      reports.length
        ? html`<ol class="reports">
            ${reports.map(
              (report, index) =>
                html`<li class="${report.spent ? 'counted' : 'not-counted'}">
                  <span class="report-name">Report ${index + 1}</span>
                  ${reportResult(report, reports.slice(0, index))}
                </li>`,
            )}
          </ol>`
        : ''
    }
    <p class="verdict ${outcome ? 'counted' : ''}">
      ${
        outcome
          ? html`<strong>Counted once: ${OUTCOME_NAMES[outcome]}.</strong>
              ${isPaid ? `${seller.name} is paid ${euros(reward)}.` : `${seller.name} is not paid.`}`
          : isOpened
            ? `${seller.name} has landed. No outcome is counted so far.`
            : `${seller.name} has not opened this survey.`
      }
    </p>
  `;
}

/** Describes the result of a report. */
function reportResult({ status, spent }: LoggedRequest, earlier: readonly LoggedRequest[]): string {
  if (status === null) return spent ? 'counted, its answer is on the way' : 'is on its way';
  if (status === 0)
    return spent ? 'counted, then the connection broke' : 'the connection broke: not counted';
  if (spent)
    return status < 300 ? `counted, answered ${status}` : `counted, but answered ${status}`;
  if (status >= 400 && status < 500 && earlier.some((one) => one.spent)) {
    return `answered ${status}: it is counted already`;
  }
  return `answered ${status}: not counted`;
}

/** Renders the marketplace's record of the vaults that a client pushes into. */
export function vaultRecord(state: MarketState, clientId: string, packetId: string): Html {
  const nameOf = (sellerId: string) => state.sellers.find(({ id }) => id === sellerId)?.name ?? '';
  const connected = new Set(
    state.token_pairs
      .filter(({ client_id, access_state }) => client_id === clientId && access_state === 'valid')
      .map(({ seller_id }) => seller_id),
  );
  const saved = state.sellers_packets
    .filter(({ packet_id, pushed_at }) => packet_id === packetId && pushed_at !== null)
    .map(({ seller_id, answers }) => ({ seller: nameOf(seller_id), answers }));
  return html`
    <p class="verdict ${connected.size ? 'counted' : ''}">
      ${
        connected.size
          ? html`<strong>Connected:</strong> ${[...connected].map(nameOf).join(', ')}.`
          : 'No vault is connected so far.'
      }
    </p>
    ${saved.map(
      ({ seller, answers }) => html`
        <p><strong>In the vault of ${seller}</strong></p>
        <ul class="reports">
          ${Object.entries(answers).map(
            ([question, answer]) =>
              html`<li><code>${question}</code> ${answer || 'no answer'}</li>`,
          )}
        </ul>
      `,
    )}
  `;
}
