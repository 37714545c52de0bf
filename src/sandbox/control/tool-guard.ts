import { MarketFullError } from '../market/capacity.ts';
import { withBoundedBody } from '../service/http/bounded-body.ts';
import { isOwnOrigin } from '../service/http/own-origin.ts';
import { errorsReply } from '../service/http/reply.ts';
import type { SandboxCore } from './core.ts';
import { mistakeInHost } from './host-check.ts';

/**
 * Guards the routes below `/sandbox` and the console. They show secrets and change everything, so only programs and the pages of the sandbox may call
 * them.
 */
export async function handleToolRequest(
  core: SandboxCore,
  request: Request,
  handle: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  const mistake = mistakeInHost(request, core.allowedHosts);
  if (mistake !== undefined) return errorsReply(403, [`Refused: ${mistake}`]);
  if (isForeign(request)) {
    const message =
      'Refused: a page of another origin cannot read or steer the sandbox. Call it from your own server, from a test or from its console.';
    return errorsReply(403, [message]);
  }
  const bounded = await withBoundedBody(request);
  if (bounded === 'too_large') return errorsReply(413, ['The body is larger than 1 MiB.']);
  if (bounded === 'incomplete') return errorsReply(400, ['The body is not complete.']);
  try {
    return await handle(bounded.request);
  } catch (error) {
    if (error instanceof MarketFullError) return errorsReply(507, [error.message]);
    throw error;
  }
}

/**
 * Returns whether a page of another origin sent a request. Trusts Fetch Metadata where the browser sends it, since no page can change it. Allows links
 * from any page.
 *
 * @see https://web.dev/articles/fetch-metadata
 */
function isForeign(request: Request): boolean {
  const { method, headers } = request;
  const site = headers.get('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return false;
  if (site !== null) {
    const isLink =
      headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
    return !isLink || (method !== 'GET' && method !== 'HEAD');
  }
  const origin = headers.get('origin');
  return origin !== null && !isOwnOrigin(origin, request);
}
