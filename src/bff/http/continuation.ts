import type { Settings } from '../config/settings.ts';
import { pageFor } from './pages/page-document.ts';
import { queryOf } from './route-request.ts';
import type { RouteRequest } from './route-request.ts';
import type { RouteResponse } from './replies.ts';

/** Query parameter of a callback that comes from {@link pageThatContinues}. */
const PARAMETER = 'continued';

/** Returns whether a callback comes from {@link pageThatContinues}. */
export const isContinued = (request: RouteRequest): boolean => queryOf(request).has(PARAMETER);

/**
 * Answers a callback with a page that leads to the same callback by itself. Browsers do not send a `SameSite=Strict` login cookie with a navigation
 * from the service, and a redirect would still be one. A navigation from this page is one within the own site.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.2
 */
export function pageThatContinues(
  { basePath, origin }: Pick<Settings, 'basePath' | 'origin'>,
  request: RouteRequest,
): Promise<RouteResponse> {
  const query = queryOf(request);
  query.append(PARAMETER, '1');
  return pageFor(request, {
    status: 200,
    topic: 'continuing',
    names: { site: origin },
    link: { href: `${basePath}/callback?${query.toString()}`, label: ({ goOn }) => goOn },
    isFollowedAtOnce: true,
  });
}
