import { html } from 'hono/html';
import type { Client } from '../market/oauth-records.ts';
import type { SandboxCore } from '../control/core.ts';
import { isDataPacket } from '../market/market.ts';
import type { DataPacket } from '../market/market.ts';
import { consolePath, DEVELOPER_PATH } from '../service/pages/console-path.ts';
import { pageReply } from '../service/pages/document.ts';
import type { Html } from '../service/pages/document.ts';
import { counted } from './format.ts';
import { framedPage } from './frame.ts';
import { mark } from '../service/pages/mark.ts';

/** The developer settings: a person plays a buyer who registers clients and creates packets. @see interface §1.1 */
export function developerPage(core: SandboxCore): Promise<Response> {
  const { clients, packets } = core.market();
  const all = [...clients.values()];
  const dataPackets = [...packets.values()].filter(isDataPacket);
  const content = html`
    <div class="stack">
      <section id="clients" class="part" aria-label="Clients" data-live>
        <header class="part-head">
          <h2 tabindex="-1">Your clients</h2>
          <p>${counted(all.length, 'client')}</p>
        </header>
        ${
          all.length
            ? html`<ul class="clients">
                ${all.map((client) => clientRow(client, dataPackets))}
              </ul>`
            : html`<p class="empty">
                There is no client yet. Create one to push data into vaults.
              </p>`
        }
      </section>
    </div>
    <div class="stack">
      <section class="part" aria-labelledby="new-client">${clientForm}</section>
      <section id="new-packet-part" class="part" aria-labelledby="new-packet" data-live>
        ${packetForm(all)}
      </section>
      <section class="part" aria-labelledby="endlinks">
        <h2 id="endlinks">Packets with an endlink</h2>
        <p class="note">
          They send a seller to your own site and need no client.
          <a href="${consolePath()}">Add one on the seller’s page</a>.
        </p>
      </section>
    </div>
  `;
  return framedPage({ name: 'Developer settings', content });
}

function clientRow({ client_id, name, redirect_uri }: Client, packets: DataPacket[]): Html {
  const own = packets.filter((packet) => packet.client_id === client_id);
  return html`<li>
    <h3>${name}</h3>
    <dl>
      <div>
        <dt>Client id</dt>
        <dd><code>${client_id}</code></dd>
      </div>
      <div>
        <dt>Client secret</dt>
        <dd>shown once, when the client was created</dd>
      </div>
      <div>
        <dt>Redirect URI</dt>
        <dd><code>${redirect_uri}</code></dd>
      </div>
      ${own.map(
        ({ id, name: packetName, questions }) =>
          html`<div>
            <dt>Packet</dt>
            <dd>
              ${packetName} <code>${id}</code><br />
              ${questions.map((question, index) => html`${index ? ', ' : ''}<code>${question}</code>`)}
            </dd>
          </div>`,
      )}
    </dl>
  </li>`;
}

const clientForm = html`<h2 id="new-client">Create a client</h2>
  <form class="fields" method="post" action="/sandbox/console/clients">
    <label>Name <input name="name" required maxlength="100" /></label>
    <label>
      Redirect URI
      <input
        name="redirect_uri"
        type="url"
        required
        placeholder="https://…/vault/callback"
        aria-describedby="redirect-note"
      />
    </label>
    <p id="redirect-note">Sellers come back to exactly this address.</p>
    <button>Create client</button>
  </form>`;

function packetForm(clients: readonly Client[]): Html {
  if (!clients.length) {
    return html`<h2 id="new-packet" tabindex="-1">Create a data packet</h2>
      <p class="note">It belongs to a client, so create a client first.</p>`;
  }
  return html`<h2 id="new-packet" tabindex="-1">Create a data packet</h2>
    <form class="fields" method="post" action="/sandbox/console/data-packets">
      <label>
        Client
        <select name="client_id">
          ${clients.map(({ client_id, name }) => html`<option value="${client_id}">${name}</option>`)}
        </select>
      </label>
      <label>Name <input name="name" required maxlength="100" /></label>
      <label>
        Question names
        <textarea name="questions" rows="4" required aria-describedby="questions-note"></textarea>
      </label>
      <p id="questions-note">One in each line. They are the keys of a push.</p>
      <button>Create packet</button>
    </form>`;
}

/** The one time that a person sees the secret. @see interface §2.1 §5.7 */
export function newClientPage({ client_id, client_secret, name }: Client): Promise<Response> {
  const body = html`
    <main class="message">
      <div class="part good">
        ${mark}
        <h1>${name} was created</h1>
        <p>Copy the secret now: it is not shown again.</p>
        <dl>
          <div>
            <dt>Client id</dt>
            <dd><code>${client_id}</code></dd>
          </div>
          <div>
            <dt>Client secret</dt>
            <dd><code>${client_secret}</code></dd>
          </div>
        </dl>
        <p><a class="button primary" href="${DEVELOPER_PATH}">Back to your clients</a></p>
      </div>
      <p class="banner">
        This is a sandbox: <code>GET /sandbox/state</code> shows the secret as often as you like.
      </p>
    </main>
  `;
  return pageReply(201, { title: `${name} was created`, body });
}
