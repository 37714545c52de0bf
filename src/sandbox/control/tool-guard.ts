import { MarketFullError } from '../market/capacity.ts';
import { withBoundedBody } from '../service/http/bounded-body.ts';
import { errorsReply } from '../service/http/reply.ts';
import type { SandboxCore } from './core.ts';
import { mistakeInHost } from './host-check.ts';

/**
 * Takes a request to the tools: the calls below `/sandbox` and the console. They show secrets and change everything, so they are for programs and for
 * the pages of the sandbox alone.
 */
export async function throughTools(
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
 * Whether a page of another origin sent it. Fetch Metadata decides where a browser sends it, since no page can change it; its own forms may name no
 * origin. A link from anywhere may lead here. Behind a tunnel the scheme differs, so hosts are compared.
 *
 * @see https://web.dev/articles/fetch-metadata
 */
function isForeign({ method, headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return false;
  if (site !== null) {
    const isLink =
      headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
    return !isLink || (method !== 'GET' && method !== 'HEAD');
  }
  const origin = headers.get('origin');
  if (origin === null) return false;
  const host = headers.get('host') ?? new URL(url).host;
  return !URL.canParse(origin) || new URL(origin).host !== host.toLowerCase();
}
