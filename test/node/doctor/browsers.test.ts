import { redirectTo, throughProxy, withCookies } from './changes.ts';
import { describeChecks } from './table.ts';
import { elsewhere, withHeaders } from './world.ts';
import type { Changes } from './world.ts';

describeChecks({
  cookies: [
    [{}, 'ok', /with their prefix, Secure, HttpOnly, SameSite and Path=\/\.$/],
    [
      withCookies((line) => line.replace('; Secure', '')),
      'failed',
      /of an authorization comes without Secure\. .* of the session comes without Secure/,
    ],
    [withCookies((line) => line.replace('; HttpOnly', '')), 'failed', /without HttpOnly/],
    [
      withCookies((line) => line.replace('SameSite=Strict', 'SameSite=None')),
      'failed',
      /^The cookie of the session comes without SameSite=Strict\.$/,
    ],
    [
      withCookies((line) => line.replace('SameSite=Lax', 'SameSite=Strict')),
      'failed',
      /^The cookie of an authorization comes without SameSite=Lax\.$/,
    ],
    [withCookies((line) => line.replace('Path=/', 'Path=/vault')), 'failed', /without Path=\//],
    [withCookies((line) => `${line}; Domain=app.example`), 'failed', /with Domain=app\.example/],
    [withCookies((line) => line.replace('__Host-Http-', '')), 'failed', /has another name/],
    [
      throughProxy((response) => withHeaders(response, (headers) => headers.delete('set-cookie'))),
      'failed',
      /does not arrive/,
      /pass Set-Cookie/,
    ],
  ],
  caching: [
    [{}, 'ok', /Nothing is kept/],
    [cachingProxy(), 'failed', /the same answer/, /may be cached/],
    [
      throughProxy((response) =>
        withHeaders(response, (headers) => headers.set('cache-control', 'max-age=60')),
      ),
      'warning',
      /no-store does not arrive/,
    ],
  ],
  'forwarded-headers': [
    [{}, 'ok', /change nothing/],
    [
      throughProxy((response, { headers }) =>
        headers.has('x-forwarded-host') ? redirectTo('https://made-up.invalid/') : response,
      ),
      'failed',
      /way out is another/,
      /not believe them/,
    ],
  ],
  calls: [
    [{}, 'ok', /GET, POST and DELETE/],
    [
      {
        backend: (request, send) =>
          send(elsewhere(request, (headers) => headers.delete('x-vaultlink'))),
      },
      'failed',
      /GET \/vault\/session is answered with 403/,
      /X-Vaultlink/,
    ],
    [
      throughProxy((response, { method }) =>
        method === 'DELETE' ? new Response('', { status: 405 }) : response,
      ),
      'failed',
      /DELETE \/vault\/session is answered with 405 instead of 204/,
    ],
    [
      throughProxy((response, { method }) =>
        method === 'POST' ? new Response('', { status: 413 }) : response,
      ),
      'failed',
      /POST .* 413 instead of 401/,
    ],
  ],
  'subject-header': [
    [{}, 'ok', /^None/],
    [
      { environment: { VAULTLINK_SUBJECT_HEADER: 'X-User' } },
      'not checked',
      /X-User/,
      /must replace X-User/,
    ],
  ],
});

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
