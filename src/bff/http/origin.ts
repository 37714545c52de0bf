import { REQUEST_HEADER, VaultError } from '../../protocol/index.ts';
import type { Settings } from '../config/settings.ts';
import { isOfAnotherSite } from './site.ts';
import { pageHeaderOf } from './route-request.ts';
import type { RouteRequest } from './route-request.ts';
import { withHeaders } from './replies.ts';
import type { RouteResponse } from './replies.ts';

/** Seconds for which browsers may cache a preflight response. */
const PREFLIGHT_LIFETIME_SECONDS = 600;

/** Checks the origin of requests. */
export type OriginCheck = ReturnType<typeof createOriginCheck>;

/**
 * Creates the origin check. A request needs the custom header, which forms and links cannot send, and must come from the backend's own or an allowed
 * origin. If `Origin` and `Sec-Fetch-Site` are both present, both must agree.
 *
 * `SameSite` alone does not protect against a hostile subdomain.
 *
 * @see RFC 10017 section 6.1.3.3
 */
export function createOriginCheck({
  origin: own,
  allowedOrigins,
}: Pick<Settings, 'origin' | 'allowedOrigins'>) {
  const isElsewhere = (origin: string) => origin !== own && allowedOrigins.has(origin);

  return {
    /** @throws VaultError `forbidden_origin` */
    checkRequest(request: RouteRequest): void {
      const { method, header } = request;
      if (pageHeaderOf(request) !== REQUEST_HEADER.value) {
        throw new VaultError(
          'forbidden_origin',
          `The header "${REQUEST_HEADER.name}: ${REQUEST_HEADER.value}" is missing.`,
        );
      }
      const origin = header('origin');
      const site = header('sec-fetch-site');
      if (origin !== null && isElsewhere(origin)) return;
      if (origin === null && site === null) {
        // Older versions of Safari send neither header with a same-origin GET, and only then.
        if (method === 'GET' || method === 'HEAD') return;
        throw new VaultError('forbidden_origin', 'The header Origin is missing.');
      }
      const isOwn =
        (origin === null || origin === own) && (site === null || site === 'same-origin');
      if (!isOwn) throw forbiddenOrigin();
    },

    /**
     * Refuses pages of another site, even of an allowed origin: they can neither receive nor send the session cookie, which is Strict, so their
     * session would be lost.
     *
     * @param request a request that has passed `checkRequest`
     * @throws VaultError `forbidden_origin`
     */
    checkSite({ header }: RouteRequest): void {
      const origin = header('origin');
      const site = header('sec-fetch-site');
      const isOfOtherSite =
        site === null ? origin !== null && isOfAnotherSite(origin, own) : site === 'cross-site';
      if (!isOfOtherSite) return;
      throw new VaultError(
        'forbidden_origin',
        'A page of another site cannot keep a session, whose cookie is SameSite=Strict. Serve the backend under the site of the page.',
      );
    },

    /** Adds CORS headers for allowed origins. */
    addCorsHeaders(request: RouteRequest, response: RouteResponse): RouteResponse {
      const origin = request.header('origin');
      if (origin === null || !isElsewhere(origin)) return response;
      return withHeaders(response, {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'Retry-After',
      });
    },

    /**
     * Returns the headers of a preflight response, in addition to those of `addCorsHeaders`.
     *
     * @throws VaultError `forbidden_origin`
     */
    preflight({ header }: RouteRequest, methods: string): Record<string, string> {
      if (!isElsewhere(header('origin') ?? '')) throw forbiddenOrigin();
      return {
        'access-control-allow-methods': methods,
        'access-control-allow-headers': `${REQUEST_HEADER.name}, Content-Type`,
        'access-control-max-age': String(PREFLIGHT_LIFETIME_SECONDS),
      };
    },
  };
}

const forbiddenOrigin = () =>
  new VaultError('forbidden_origin', 'Pages of this origin may not use this backend.');
