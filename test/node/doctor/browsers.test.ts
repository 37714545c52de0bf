import { redirectTo, throughProxy, withCookies } from './changes.ts';
import type { VaultBffOptions } from 'vaultlink/bff';
import { describeChecks } from './table.ts';
import { elsewhere, withHeaders, SERVICE } from './world.ts';
import type { Changes } from './world.ts';

/** A proxy names the user. */
const NAMED_BY_PROXY = {
  VAULTLINK_SUBJECT_HEADER: 'X-User',
  VAULTLINK_TRUSTED_PROXIES: '10.0.0.0/8',
};

/** A proxy signs who the user is. Its keys are at the service, which is one more server of the test. */
const SIGNED_BY_PROXY = {
  VAULTLINK_SUBJECT_JWT_HEADER: 'X-Jwt',
  VAULTLINK_SUBJECT_JWT_JWKS: `${SERVICE}/keys`,
  VAULTLINK_SUBJECT_JWT_ISSUER: 'https://team.example',
  VAULTLINK_SUBJECT_JWT_AUDIENCE: 'vault',
};
const withKeys: Changes['service'] = (request, send) =>
  request.url.endsWith('/keys')
    ? Response.json({ keys: [{ kid: 'k1', kty: 'EC' }] })
    : send(request);

describeChecks({
  cookies: [
    [{}, 'ok', /with their prefix, Secure, HttpOnly, SameSite and Path=\/\.$/],
    [
      withCookies((line) => line.replace('; Secure', '')),
      'failed',
      /for the authorization flow arrives without Secure\. .* for the session arrives without Secure/,
    ],
    [withCookies((line) => line.replace('; HttpOnly', '')), 'failed', /without HttpOnly/],
    [
      withCookies((line) => line.replace('SameSite=Strict', 'SameSite=None')),
      'failed',
      /^The cookie for the session arrives without SameSite=Strict\.$/,
    ],
    [
      withCookies((line) => line.replace('SameSite=Lax', 'SameSite=Strict')),
      'failed',
      /^The cookie for the authorization flow arrives without SameSite=Lax\.$/,
    ],
    [withCookies((line) => line.replace('Path=/', 'Path=/vault')), 'failed', /without Path=\//],
    [withCookies((line) => `${line}; Domain=app.example`), 'failed', /with Domain=app\.example/],
    [withCookies((line) => line.replace('__Host-Http-', '')), 'failed', /has another name/],
    [
      throughProxy((response) => withHeaders(response, (headers) => headers.delete('set-cookie'))),
      'failed',
      /does not arrive/,
      /forward Set-Cookie/,
    ],
  ],
  caching: [
    [{}, 'ok', /not cached/],
    [cachingProxy(), 'failed', /the same response/, /Turn off caching/],
    [
      throughProxy((response) =>
        withHeaders(response, (headers) => headers.set('cache-control', 'max-age=60')),
      ),
      'warning',
      /no-store does not arrive/,
    ],
  ],
  'forwarded-headers': [
    [{}, 'ok', /have no effect/],
    [
      throughProxy((response, { headers }) =>
        headers.has('x-forwarded-host') ? redirectTo('https://made-up.invalid/') : response,
      ),
      'failed',
      /change the redirect/,
      /replace them/,
    ],
  ],
  calls: [
    [{ running: { subject: () => undefined } }, 'ok', /arrive with their headers/],
    [{}, 'ok', /GET, POST and DELETE/],
    [
      {
        backend: (request, send) =>
          send(elsewhere(request, (headers) => headers.delete('x-vaultlink'))),
      },
      'failed',
      /GET \/vault\/session responded with 403/,
      /X-Vaultlink/,
    ],
    [
      throughProxy((response, { method }) =>
        method === 'DELETE' ? new Response('', { status: 405 }) : response,
      ),
      'failed',
      /DELETE \/vault\/session responded with 405 instead of 204/,
    ],
    [
      throughProxy((response, { method }) =>
        method === 'POST' ? new Response('', { status: 413 }) : response,
      ),
      'failed',
      /POST .* 413 instead of 401/,
    ],
    [
      {
        environment: { VAULTLINK_SUBJECT_HEADER: 'X-User' },
        running: { subject: () => undefined },
      },
      'ok',
      /arrive with their headers/,
    ],
  ],
  'subject-assertion': [
    [{}, 'ok', /is not set/],
    [
      { environment: SIGNED_BY_PROXY, service: withKeys, running: { subject: () => undefined } },
      'ok',
      /refuses an assertion in X-Jwt that is not signed, or that somebody else has signed/,
    ],
    [
      { environment: SIGNED_BY_PROXY, service: withKeys, running: { subject: userIn('x-jwt') } },
      'failed',
      /accepts an assertion in X-Jwt that is not signed, so a client can act as any user/,
      /Restart the running backend with VAULTLINK_SUBJECT_JWT_HEADER/,
    ],
    [
      {
        environment: SIGNED_BY_PROXY,
        service: withKeys,
        running: {
          subject: ({ headers }) => /\.\S+\.\S+$/.exec(headers.get('x-jwt') ?? '')?.[0],
        },
      },
      'failed',
      /accepts an assertion in X-Jwt that somebody else has signed/,
    ],
    [
      { environment: SIGNED_BY_PROXY, running: { subject: () => undefined } },
      'failed',
      /There is no key at VAULTLINK_SUBJECT_JWT_JWKS/,
    ],
    [
      { environment: SIGNED_BY_PROXY, service: withKeys, running: { subject: () => 'anybody' } },
      'not checked',
      /already belong to a user/,
    ],
  ],
  'subject-header': [
    [{ running: { subject: () => undefined } }, 'not checked', /identifies its users itself/],
    [{}, 'ok', /^Not set/],
    [
      { environment: { VAULTLINK_SUBJECT_HEADER: 'X-User' } },
      'failed',
      /Nothing proves that it comes from your proxy/,
      /needs VAULTLINK_TRUSTED_PROXIES/,
    ],
    [
      {
        environment: NAMED_BY_PROXY,
        running: { subject: userIn('x-user') },
        backend: (request, send) => send(elsewhere(request, (headers) => headers.delete('x-user'))),
      },
      'ok',
      /replaces or removes X-User/,
    ],
    [
      {
        environment: NAMED_BY_PROXY,
        running: { subject: userIn('x-user') },
      },
      'failed',
      /client can send X-User itself and act as any user/,
      /replace or remove X-User/,
    ],
    [
      {
        environment: NAMED_BY_PROXY,
        running: { subject: userIn('x-user') },
        // Calls are safe, but not the way out.
        backend: (request, send) =>
          request.url.includes('/connect')
            ? send(request)
            : send(elsewhere(request, (headers) => headers.delete('x-user'))),
      },
      'failed',
      /client can send X-User itself and act as any user/,
    ],
    [
      {
        environment: NAMED_BY_PROXY,
        running: { subject: () => 'whoever is on this network' },
      },
      'not checked',
      /Requests from this machine already belong to a user/,
      /replace or remove X-User/,
    ],
  ],
});

/** Creates the option `subject` that `serve` has if VAULTLINK_SUBJECT_HEADER is set. */
function userIn(header: string): VaultBffOptions['subject'] {
  return ({ headers }) => headers.get(header) ?? undefined;
}

/** Keeps what GET was answered, by its address. */
function cachingProxy(): Changes {
  const kept = new Map<string, Response>();
  return {
    backend: async (request, send) => {
      const { method, url } = request;
      if (method !== 'GET') return send(request);
      const response = kept.get(url) ?? (await send(request));
      kept.set(url, response.clone());
      return response;
    },
  };
}
