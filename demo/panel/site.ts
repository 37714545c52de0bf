import { html } from 'hono/html';
import type { Addresses } from '../addresses.ts';
import type { Html, Page, Site } from '../site/page.ts';
import { vaultForm } from '../site/vault-form.ts';

/** Id of the packet that these pages push into. */
export const PANEL_PACKET_ID = 'coffee-profile';

/** Creates the site of a panel that pushes the answers of its members. The backend for the front end is on the same origin, under `/vault`. */
export function panelSite({ service, sample, club }: Addresses): Site {
  return {
    name: 'Larkfield Panel',
    about: 'Larkfield Panel is made up. Its members connect their vaults.',
    theme: 'larkfield',
    serviceOrigin: service,
    startOrigin: sample,
    pages: new Map([
      ['/', guide(service, club)],
      ['/profile', profile(inThePage)],
      ['/profile/popup', profile(inAWindow)],
    ]),
  };
}

const inThePage = html`<vault-connect>
  <a href="/vault/connect?return_to=/profile">Connect your vault</a>
</vault-connect>`;

const inAWindow = html`<vault-connect display="popup">
  <a href="/vault/connect?return_to=/profile/popup">Connect your vault</a>
</vault-connect>`;

const profile = (connect: Html): Page => ({
  title: 'Your profile',
  main: html`
    <h1>What is in your cup?</h1>
    <p class="lead">
      Connect your vault once. What you answer here is kept there, and you decide who may buy it.
    </p>
    <div class="outcome">${connect}</div>
    ${vaultForm(PANEL_PACKET_ID)}
  `,
});

const guide = (service: string, club: string): Page => ({
  title: 'Connect and push',
  main: html`
    <h1>From these pages into your vault</h1>
    <p class="lead">
      A member of this panel connects their vault, and their answers are pushed into it. The client
      secret and the tokens stay with the backend of these pages.
    </p>
    <ol class="steps">
      <li>Open the marketplace and keep the seller in view.</li>
      <li>Connect here as that seller: the marketplace asks for consent.</li>
      <li>Answer, save, and watch the answers arrive in the vault.</li>
    </ol>
    <p class="ways">
      <a class="button" href="/profile">Connect and answer</a>
      <a class="button quiet" href="${service}/">Open the marketplace</a>
    </p>
    <h2>All ways to connect</h2>
    <ul class="pages">
      <li>
        <a href="/profile">/profile</a> <span>In the page: away to the marketplace and back</span>
      </li>
      <li><a href="/profile/popup">/profile/popup</a> <span>In a window of its own</span></li>
      <li>
        <a href="${club}/profile">Tastewell Club: /profile</a>
        <span>With the hook: a backend of forty lines, in plain Node</span>
      </li>
    </ul>
  `,
});
