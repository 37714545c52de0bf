import { isOwnOrigin } from '../service/http/own-origin.ts';
import { errorsReply } from '../service/http/reply.ts';
import type { SandboxCore } from '../core/core.ts';
import { admit } from './admission.ts';
import type { SandboxRefusal } from './admission.ts';

/**
 * Guards the routes below `/sandbox` and the console. They show secrets and change everything, so only programs and the pages of the sandbox may call
 * them.
 */
export async function handleToolRequest(
  core: SandboxCore,
  request: Request,
  handle: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  const refuse = ({ status, explanation }: SandboxRefusal) =>
    errorsReply(status, [`Refused: ${explanation}`]);
  if (isForeign(request)) {
    const explanation =
      'a page of another origin cannot read or steer the sandbox. Call it from your own server, from a test or from its console.';
    return refuse({ status: 403, explanation });
  }
  return admit(core, request, refuse, (bounded) => handle(bounded.request));
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
