import type { WebBackend } from './web-backend.ts';
import { randomId } from '../grants/hash.ts';
import { pageFor } from './pages/page-document.ts';
import { withCookies } from './replies.ts';
import { queryOf } from './route-request.ts';
import type { RouteRequest } from './route-request.ts';
import type { RouteResponse } from './replies.ts';

/** Query parameter of `connect` that repeats the value of the confirmation cookie. */
const PARAMETER = 'confirmation';

/**
 * Returns whether a navigation to `connect` may start an authorization without a confirmation. Links on other sites may not: an attacker could use
 * one to connect the attacker's vault to the user's account (RFC 9700 section 4.7).
 *
 * `Sec-Fetch-Site` is checked first, because it also covers redirects. `Referer` then names the origin within the same site. A browser that sends
 * neither must present the token that {@link askForConfirmation} has set.
 *
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 */
export function isConfirmed(
  ports: Pick<WebBackend, 'settings' | 'cookies'>,
  request: RouteRequest,
): boolean {
  const { origin, allowedOrigins } = ports.settings;
  const referrer = originOf(request.header('referer'));
  switch (request.header('sec-fetch-site')) {
    case 'same-origin':
    case 'none':
      return true;
    case 'same-site':
      return allowedOrigins.has(referrer);
    case null:
      return (
        referrer === origin || allowedOrigins.has(referrer) || hasConfirmationToken(ports, request)
      );
    default:
      return false;
  }
}

/**
 * Answers with a page whose button leads to `connect` again, with the same parameters. Stores nothing. `Sec-Fetch-Site` then shows that the button is
 * on a page of the same origin. Browsers without that header get a random token in the button's link and in a cookie, which no other page can read.
 *
 * The button is a link and not a form: browsers apply `form-action` to redirects, and the redirects of the service are unknown here.
 *
 * @see https://github.com/w3c/webappsec-csp/issues/8
 */
export async function askForConfirmation(
  { settings, cookies }: Pick<WebBackend, 'settings' | 'cookies'>,
  request: RouteRequest,
): Promise<RouteResponse> {
  const query = queryOf(request);
  query.delete(PARAMETER);
  const token = request.header('sec-fetch-site') !== null ? undefined : randomId();
  if (token !== undefined) query.set(PARAMETER, token);
  const page = await pageFor(request, {
    status: 200,
    topic: 'asking',
    names: {
      site: settings.origin,
      service: new URL(settings.service.authorizeUrl ?? settings.service.baseUrl).origin,
    },
    link: {
      href: `${settings.basePath}/connect?${query.toString()}`,
      label: ({ goOn }) => goOn,
    },
  });
  return token === undefined ? page : withCookies(page, cookies.confirmation(token));
}

function hasConfirmationToken(
  { cookies }: Pick<WebBackend, 'cookies'>,
  request: RouteRequest,
): boolean {
  const token = cookies.confirmationOf(request);
  return token !== undefined && queryOf(request).get(PARAMETER) === token;
}

/** Returns the origin of a URL; empty if there is none. */
const originOf = (address: string | null): string =>
  address !== null && URL.canParse(address) ? new URL(address).origin : '';
