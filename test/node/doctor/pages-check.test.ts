import { throughProxy } from './changes.ts';
import { describeChecks } from './table.ts';
import { elsewhere, PARTNER, withHeaders } from './world.ts';

const OTHER_SITE = 'https://other.example';

describeChecks({
  'allowed-origins': [
    [{}, 'ok', /Pages of https:\/\/partner\.app\.example can call/],
    [{ environment: { VAULTLINK_ALLOWED_ORIGINS: undefined } }, 'ok', /No other origin/],
    [
      {
        environment: { VAULTLINK_ALLOWED_ORIGINS: `${PARTNER},${OTHER_SITE}` },
        running: { allowedOrigins: [PARTNER, OTHER_SITE] },
      },
      'warning',
      /^Pages of https:\/\/other\.example are on another site than https:\/\/app\.example: they cannot report outcomes, because VAULTLINK_RELAY is off/,
      /For reports alone, VAULTLINK_RELAY must be on/,
    ],
    [
      {
        environment: {
          VAULTLINK_ALLOWED_ORIGINS: `${PARTNER},${OTHER_SITE}`,
          VAULTLINK_RELAY: 'on',
        },
        running: { allowedOrigins: [PARTNER, OTHER_SITE] },
      },
      'warning',
      /^Pages of https:\/\/other\.example are on another site than https:\/\/app\.example: they can report outcomes, but/,
      /proxy serve the backend under the site/,
    ],
    [
      throughProxy((response, { method }) =>
        method === 'OPTIONS'
          ? withHeaders(response, (headers) => headers.delete('access-control-allow-headers'))
          : response,
      ),
      'failed',
      /cannot call/,
    ],
    [
      throughProxy((response, { method, headers }) =>
        method === 'GET' && headers.get('origin') === PARTNER
          ? new Response('', { status: 500, headers: response.headers })
          : response,
      ),
      'failed',
      /cannot call the backend \(status 204 and 500\)/,
    ],
    [
      { running: { allowedOrigins: [] } },
      'failed',
      /cannot call the backend \(status 403 and 403\)/,
    ],
    [
      throughProxy((response, { method }) =>
        method === 'OPTIONS' ? new Response(null, { status: 204 }) : response,
      ),
      'failed',
      /cannot call/,
      /OPTIONS/,
    ],
    [
      throughProxy((response) =>
        withHeaders(response, (headers) => headers.delete('access-control-allow-credentials')),
      ),
      'failed',
      /cannot call/,
    ],
  ],
  'other-origins': [
    [{}, 'ok', /refused/],
    [
      throughProxy((response) =>
        withHeaders(response, (headers) => headers.set('access-control-allow-origin', '*')),
      ),
      'failed',
      /any origin can read/,
    ],
    [
      {
        backend: (request, send) =>
          send(
            elsewhere(request, (headers) => {
              headers.delete('origin');
              headers.delete('sec-fetch-site');
            }),
          ),
      },
      'not checked',
      /Backend: Calls/,
    ],
    [
      {
        backend: (request, send) =>
          send(
            request.headers.get('origin')?.endsWith('.invalid')
              ? elsewhere(request, (headers) => {
                  headers.delete('origin');
                  headers.delete('sec-fetch-site');
                })
              : request,
          ),
      },
      'failed',
      /any origin can call/,
      /forward the header Origin/,
    ],
  ],
});
