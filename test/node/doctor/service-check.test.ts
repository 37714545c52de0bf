import { answer, redirectTo, serviceAt } from './changes.ts';
import { describeChecks } from './table.ts';
import { nobody, ORIGIN, withHeaders } from './world.ts';

describeChecks({
  service: [
    [{}, 'ok', /^https:\/\/service\.example responds\.$/],
    [
      { service: nobody('ENOTFOUND') },
      'failed',
      /cannot be reached: the host name does not exist\.$/,
    ],
    [{ service: nobody('CERT_HAS_EXPIRED') }, 'failed', /its certificate has expired\.$/],
    [
      { service: nobody('DEPTH_ZERO_SELF_SIGNED_CERT') },
      'failed',
      /issuer of its certificate; if it is your own, set NODE_EXTRA_CA_CERTS to its file\.$/,
    ],
    [{ service: nobody('EODD') }, 'failed', /cannot be reached: EODD\.$/],
    [answer(503), 'warning', /status 503/],
    [
      answer(301, { location: 'https://new.example/?a=b' }),
      'warning',
      /to https:\/\/new\.example\/\.$/,
    ],
    [answer(301, { location: '/en' }), 'ok', /responds/],
  ],
  'service-certificate': [
    [{ certificateDays: 30 }, 'ok', /^It is valid until 2026-03-31\.$/],
    [{ certificateDays: 13.5 }, 'warning', /^It expires on 2026-03-15, in 13 days\.$/, /Renew it/],
    [
      { environment: { VAULTLINK_BASE_URL: 'http://localhost:1' } },
      'not checked',
      /Service: Address/,
    ],
    [{}, 'failed', /cannot be read/],
  ],
  clock: [
    [{}, 'ok', /less than 5 seconds/],
    [
      serviceAt('/', (response) => withDate(response, '12:00:20')),
      'warning',
      /20 seconds ahead of/,
    ],
    [
      serviceAt('/', (response) => withDate(response, '11:00:00')),
      'warning',
      /3,600 seconds behind/,
      /NTP/,
    ],
    [answer(200), 'not checked', /sends no usable Date header/],
    [
      answer(200, { date: 'Sun, 01 Mar 2026 11:00:00 GMT', age: '3600' }),
      'not checked',
      /no usable Date header/,
    ],
  ],
  client: [
    [{}, 'ok', /knows the client/],
    [
      { environment: { VAULTLINK_CLIENT_SECRET: 'another' } },
      'failed',
      /refuses the client/,
      /shows the secret once/,
    ],
    [{ environment: { VAULTLINK_CLIENT_ID: 'another' } }, 'failed', /refuses the client/],
    [{ replies: { invalid_client: { status: 400 } } }, 'ok', /knows the client/],
    [
      { replies: { invalid_grant: { status: 401, www_authenticate: true } } },
      'ok',
      /knows the client/,
    ],
    [
      serviceAt('/oauth/token', () => Response.json({ error: 'invalid_grant' }, { status: 400 })),
      'not checked',
      /in the same way to a made-up client/,
    ],
    [
      serviceAt('/oauth/token', () => new Response('', { status: 404 })),
      'failed',
      /no token endpoint at https:\/\/service\.example\/oauth\/token/,
    ],
    [
      serviceAt(
        '/oauth/token',
        () => new Response('', { status: 302, headers: { location: '/' } }),
      ),
      'failed',
      /no token endpoint/,
    ],
    [
      serviceAt('/oauth/token', () => new Response('', { status: 429 })),
      'not checked',
      /limits the request rate/,
    ],
    [
      serviceAt('/oauth/token', () => new Response('', { status: 500 })),
      'warning',
      /does not follow the interface/,
    ],
    [serviceAt('/oauth/token', nobody('ECONNRESET')), 'failed', /cannot be reached/],
    [
      serviceAt('/oauth/token', () =>
        Response.json({ access_token: 'a', token_type: 'Bearer', refresh_token: 'r' }),
      ),
      'failed',
      /issued tokens/,
    ],
  ],
  authorization: [
    [{}, 'ok', /accepts the redirect URI and refuses another/],
    [
      { environment: { VAULTLINK_REDIRECT_URI: `${ORIGIN}/vault/other` } },
      'failed',
      /refuses the client or the redirect URI \(status 400\)/,
      /exactly/,
    ],
    [
      serviceAt('/oauth/authorize', () =>
        redirectTo(`${ORIGIN}/vault/callback?error=invalid_scope`),
      ),
      'failed',
      /refuses the request: invalid_scope\./,
    ],
    [serviceAt('/oauth/authorize', () => redirectTo('/login')), 'not checked', /Without a user/],
    [
      serviceAt('/oauth/authorize', () => new Response('', { status: 404 })),
      'failed',
      /no authorization page at/,
      /VAULTLINK_AUTHORIZE_URL/,
    ],
    [serviceAt('/oauth/authorize', () => new Response('', { status: 502 })), 'warning', /502/],
  ],
  reports: [
    [{}, 'ok', /can read/],
    [
      { behaviour: { cors: false } },
      'warning',
      /cannot read .* \(status 401\)/,
      /No outcome is lost/,
    ],
    [serviceAt('/api/v3', () => Response.json({})), 'warning', /accepts a report/],
  ],
});

function withDate(response: Response, time: string): Response {
  return withHeaders(response, (headers) => headers.set('date', `Sun, 01 Mar 2026 ${time} GMT`));
}
