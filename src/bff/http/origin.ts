import { REQUEST_HEADER, VaultError } from '../../protocol/index.ts';
import type { Settings } from '../config/settings.ts';
import { isOfAnotherSite } from './site.ts';

/** Seconds for which a browser may remember the answer to a preflight. */
const PREFLIGHT_LIFETIME_SECONDS = 600;

/** Decides who may call. */
export type Gate = ReturnType<typeof createGate>;

/**
 * A call needs the header that no form and no link can send, and has to come from a page of the own or of an allowed origin. Browsers say
 * where from in `Origin` and in `Sec-Fetch-Site`; where both are there, both have to agree.
 *
 * `SameSite` alone is not enough where a subdomain is somebody else's.
 *
 * @see RFC 10017 section 6.1.3.3
 */
export function createGate({
  origin: own,
  allowedOrigins,
}: Pick<Settings, 'origin' | 'allowedOrigins'>) {
  const isElsewhere = (origin: string) => origin !== own && allowedOrigins.has(origin);

  return {
    /** @throws VaultError `forbidden_origin` */
    check({ method, headers }: Request): void {
      if (headers.get(REQUEST_HEADER.name) !== REQUEST_HEADER.value) {
        throw new VaultError(
          'forbidden_origin',
          `The header "${REQUEST_HEADER.name}: ${REQUEST_HEADER.value}" is missing.`,
        );
      }
      const origin = headers.get('origin');
      if (origin !== null && isElsewhere(origin)) return;
      const site = headers.get('sec-fetch-site');
      // A browser that sends neither is an older Safari, which leaves both out of a GET of the same origin, and only there.
      const isOwn =
        (origin === null || origin === own) &&
        (site === 'same-origin' ||
          (site === null && (origin === own || method === 'GET' || method === 'HEAD')));
      if (isOwn) return;
      const isSilent = origin === null && site === null;
      throw new VaultError(
        'forbidden_origin',
        isSilent ? 'The header Origin is missing.' : 'Pages of this origin may not call.',
      );
    },

    /**
     * A page of another site, even of an allowed origin, can neither get nor send the session's cookie, which is Strict. What ends in a session
     * would be lost.
     *
     * @param request has passed {@link check}
     * @throws VaultError `forbidden_origin`
     */
    checkSite({ headers }: Request): void {
      const origin = headers.get('origin');
      const site = headers.get('sec-fetch-site');
      const isOfOtherSite =
        site === null ? origin !== null && isOfAnotherSite(origin, own) : site === 'cross-site';
      if (!isOfOtherSite) return;
      throw new VaultError(
        'forbidden_origin',
        'A page of another site cannot keep a session, whose cookie is SameSite=Strict. Serve the backend under the site of the page.',
      );
    },

    /** Lets the page of an allowed origin read the answer. */
    open(request: Request, response: Response): Response {
      const origin = request.headers.get('origin');
      if (origin === null || !isElsewhere(origin)) return response;
      response.headers.set('access-control-allow-origin', origin);
      response.headers.set('access-control-allow-credentials', 'true');
      response.headers.set('access-control-expose-headers', 'Retry-After');
      return response;
    },

    /**
     * What a preflight is answered with, beside what {@link open} adds.
     *
     * @throws VaultError `forbidden_origin`
     */
    preflight({ headers }: Request, methods: string): Record<string, string> {
      if (!isElsewhere(headers.get('origin') ?? '')) {
        throw new VaultError('forbidden_origin', 'Pages of this origin may not call.');
      }
      return {
        'access-control-allow-methods': methods,
        'access-control-allow-headers': `${REQUEST_HEADER.name}, Content-Type`,
        'access-control-max-age': String(PREFLIGHT_LIFETIME_SECONDS),
      };
    },
  };
}
