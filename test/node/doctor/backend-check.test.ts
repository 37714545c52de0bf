import { redirectTo, throughProxy } from './changes.ts';
import { describeChecks } from './table.ts';
import { nobody, ORIGIN, PARTNER, SERVICE } from './world.ts';

describeChecks({
  'client-address': [
    [{}, 'ok', /^The backend knows the address of a client\.$/],
    [
      { running: { clientAddress: () => undefined } },
      'warning',
      /^The backend does not know the address of a client/,
      /^Set VAULTLINK_TRUSTED_PROXIES .* option clientAddress/,
    ],
  ],
  backend: [
    [{}, 'ok', /^A backend responds/],
    [{ backend: nobody('ECONNREFUSED') }, 'failed', /nothing listens on this port/],
    [
      { backend: () => redirectTo('https://www.app.example/vault/health') },
      'failed',
      /redirects to https:\/\/www/,
    ],
    [{ backend: () => new Response('<h1>Shop</h1>') }, 'failed', /is not the backend/, /serve/],
    [
      {
        backend: () =>
          Response.json({ status: 'unavailable', store: 'unavailable' }, { status: 503 }),
      },
      'failed',
      /cannot reach its store/,
    ],
    [
      { backend: () => Response.json({ status: 'draining', store: 'ok' }, { status: 503 }) },
      'failed',
      /is shutting down/,
    ],
  ],
  'backend-certificate': [
    [{ certificateDays: 90 }, 'ok', /valid until/],
    [{ certificateDays: 1.5 }, 'warning', /in a day/],
  ],
  'plain-http': [
    [{}, 'ok', /Nothing responds/],
    [{ plain: () => redirectTo(`${ORIGIN}/vault/health`) }, 'ok', /redirects to https/],
    [
      { plain: () => new Response('ok') },
      'warning',
      /responds without encryption/,
      /redirect all http requests/,
    ],
  ],
  settings: [
    [{}, 'ok', /the same settings/],
    [
      {
        running: {
          client: { clientId: 'client-2', clientSecret: 's', redirectUri: `${ORIGIN}/x` },
        },
      },
      'failed',
      /other settings: VAULTLINK_CLIENT_ID, VAULTLINK_REDIRECT_URI\./,
    ],
    [
      { running: { service: { baseUrl: SERVICE, authorizeUrl: `${SERVICE}/consent` } } },
      'failed',
      /the authorization page/,
    ],
    [
      throughProxy((response, { url }) =>
        url.includes('/connect') ? new Response('', { status: 404 }) : response,
      ),
      'failed',
      /status 404/,
    ],
    [
      {
        environment: { VAULTLINK_SUBJECT_HEADER: 'X-User' },
        running: { subject: () => undefined },
      },
      'not checked',
      /is not signed in to your app/,
    ],
    [{ running: { subject: () => undefined } }, 'not checked', /is not signed in to your app/],
  ],
  'redirect-uri': [
    [{}, 'ok', /points to the backend/],
    [
      { environment: { VAULTLINK_REDIRECT_URI: 'https://other.example/vault/callback' } },
      'failed',
      /does not belong to https:\/\/app\.example/,
    ],
    [
      { environment: { VAULTLINK_REDIRECT_URI: `${PARTNER}/profile` } },
      'warning',
      /is a page/,
      /hook/,
    ],
    [
      throughProxy((response, { url }) =>
        url.includes('/callback') ? new Response('') : response,
      ),
      'failed',
      /is not the callback of the backend/,
    ],
  ],
});
