import { html } from 'hono/html';
import { AUTHORIZE_PATH } from '../service-paths.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { ServiceContext } from '../service-context.ts';
import { pageReply, logo } from '../pages/document.ts';
import type { Html } from '../pages/document.ts';
import { playedSeller } from '../pages/played-seller.ts';
import { choiceControl } from '../pages/choice.ts';

/**
 * Creates the page that asks the seller for consent. Its form posts to the same URL, so the request is checked again.
 *
 * @param httpRequest the GET of the authorization URL; its cookie names the seller whom this browser plays
 * @see interface §4
 */
export function consentPage(
  service: ServiceContext,
  { client, redirect_uri }: AuthorizationRequest,
  httpRequest: Request,
): Promise<Response> {
  const market = service.market();
  const { packets, sellers } = market;
  const played = playedSeller(market, httpRequest);
  const { search } = new URL(httpRequest.url);
  const names = [...packets.values()]
    .filter(({ client_id }) => client_id === client.client_id)
    .map(({ name }) => name);
  const body = html`
    <main class="message">
      <form
        class="part consent"
        method="post"
        action="${service.address(`${AUTHORIZE_PATH}${search}`)}"
      >
        ${logo}
        <h1>${client.name} asks for access to your vault</h1>
        <div class="signed-in">
          <label for="seller_id">You are signed in as</label>
          ${choiceControl(
            { id: 'seller_id', name: 'seller_id' },
            [...sellers.values()].map(({ id, name }) => [id, name]),
            played?.id,
          )}
        </div>
        <p>If you allow it, ${client.name} can <strong>push data into</strong>:</p>
        ${packetList(names)}
        <p class="note">
          It cannot see the rest of your vault. Either way you go back to
          <strong>${new URL(redirect_uri).host}</strong>.
        </p>
        <div class="answers">
          <button name="decision" value="deny">Deny</button>
          <button class="primary" name="decision" value="allow">Allow</button>
        </div>
      </form>
      <p class="banner">
        This is a sandbox: it stands in for the service. You play the seller, so choose any.
      </p>
    </main>
  `;
  const title = `${client.name} asks for access`;
  return pageReply(service, 200, { title, body, referrerPolicy: 'same-origin' });
}

const packetList = (names: readonly string[]): Html =>
  names.length
    ? html`<ul class="asked">
        ${names.map((name) => html`<li>${name}</li>`)}
      </ul>`
    : html`<p class="empty">No packet yet. It can push into those that it creates later.</p>`;
