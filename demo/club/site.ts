import { html } from 'hono/html';
import type { ClientOptions } from 'vaultlink/bff';
import type { Addresses } from '../addresses.ts';
import type { Page, Site } from '../site/page.ts';
import { vaultForm } from '../site/vault-form.ts';

/** Id of the packet that these pages push into. */
export const CLUB_PACKET_ID = 'chocolate-profile';

/** Creates the site of a club whose backend has only the hook, so that the page starts the authorization itself. */
export function clubSite(
  { service, sample }: Addresses,
  client: Pick<ClientOptions, 'clientId' | 'redirectUri'>,
): Site {
  return {
    name: 'Tastewell Club',
    about: 'Tastewell Club is made up, too. It has a backend of forty lines.',
    theme: 'tastewell',
    serviceOrigin: service,
    startOrigin: sample,
    pages: new Map([
      ['/', welcome],
      ['/profile', profile(service, client)],
    ]),
  };
}

const welcome: Page = {
  title: 'Welcome',
  main: html`
    <h1>Welcome to the club</h1>
    <p class="lead">
      Members connect their vault here as well. The backend behind these pages is forty lines of
      plain Node: it takes the code, adds the client secret, and keeps the tokens.
    </p>
    <p class="ways"><a class="button" href="/profile">Connect and answer</a></p>
  `,
};

const profile = (
  serviceOrigin: string,
  { clientId, redirectUri }: Pick<ClientOptions, 'clientId' | 'redirectUri'>,
): Page => ({
  title: 'Your taste',
  main: html`
    <h1>What do you like?</h1>
    <p class="lead">Connect your vault once. What you answer here is kept there.</p>
    <div class="outcome">
      <vault-connect
        authorize-url="${serviceOrigin}/oauth/authorize"
        client-id="${clientId}"
        redirect-uri="${redirectUri}"
        exchange-url="/vault/exchange"
      ></vault-connect>
    </div>
    ${vaultForm(CLUB_PACKET_ID)}
  `,
});
