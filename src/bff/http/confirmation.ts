import type { WebBackend } from './web-backend.ts';
import { randomId } from '../grants/hash.ts';
import { pageFor } from './pages/page-document.ts';
import { withCookies } from './replies.ts';

/** The parameter of `connect` that repeats the value of the confirmation's cookie. */
const PARAMETER = 'confirmation';

/**
 * Whether a navigation to `connect` may begin a connection at once. A link on another site may not: an attacker could place one that connects the
 * attacker's vault to the user's account (RFC 9700 section 4.7).
 *
 * The browser says in `Sec-Fetch-Site` where a navigation comes from. It counts redirects too, so it is asked first; `Referer` names the origin
 * among those of one site. A browser that sends neither has to bring the mark that {@link askFirst} left.
 *
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 */
export function isConfirmed(backend: WebBackend, request: Request): boolean {
  const { origin, allowedOrigins } = backend.settings;
  const referrer = originOf(request.headers.get('referer'));
  switch (request.headers.get('sec-fetch-site')) {
    case 'same-origin':
    case 'none':
      return true;
    case 'same-site':
      return allowedOrigins.has(referrer);
    case null:
      return referrer === origin || allowedOrigins.has(referrer) || hasMark(backend, request);
    default:
      return false;
  }
}

/**
 * Shows a page whose button leads to `connect` again, with the same parameters. Nothing is stored. The browser says of the button that it is on
 * a page of the same origin. One that says nothing gets a mark in the button's link and in a cookie: no other page can read either.
 *
 * The button is a link, not a form: browsers apply `form-action` to the redirects that follow, and where the service leads is not known here.
 *
 * @see https://github.com/w3c/webappsec-csp/issues/8
 */
export async function askFirst(
  { settings, options: { service }, cookies }: WebBackend,
  request: Request,
): Promise<Response> {
  const query = new URL(request.url).searchParams;
  query.delete(PARAMETER);
  const mark = request.headers.has('sec-fetch-site') ? undefined : randomId();
  if (mark !== undefined) query.set(PARAMETER, mark);
  const page = await pageFor(request, {
    status: 200,
    subject: 'asking',
    names: {
      site: settings.origin,
      service: new URL(service.authorizeUrl ?? service.baseUrl).origin,
    },
    link: {
      href: `${settings.basePath}/connect?${query.toString()}`,
      label: ({ goOn }) => goOn,
    },
  });
  return mark === undefined ? page : withCookies(page, cookies.confirmation(mark));
}

function hasMark({ cookies }: WebBackend, request: Request): boolean {
  const mark = cookies.confirmationOf(request);
  return mark !== undefined && new URL(request.url).searchParams.get(PARAMETER) === mark;
}

/** The origin of an address; empty where there is none. */
const originOf = (address: string | null): string =>
  address !== null && URL.canParse(address) ? new URL(address).origin : '';
