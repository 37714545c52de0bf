import type { SandboxCore } from '../core/core.ts';
import type { AllowedHosts } from '../core/sandbox-options.ts';
import { MarketFullError } from '../market/capacity.ts';
import { continued, quoted } from '../service/reasons.ts';
import { isOwnOrigin } from '../service/http/read-request.ts';
import { errorsReply } from '../service/http/reply.ts';

/** A refusal by the sandbox itself, whatever the service would answer. */
export interface SandboxRefusal {
  /** 403: the host. 413: the length of the body. 400: a connection that ended before the body. 507: no room for another record. */
  status: 400 | 403 | 413 | 507;
  /** The end of a sentence. */
  explanation: string;
}

/**
 * Handles a request if its host is allowed and its body is neither too long nor incomplete. Refuses it if the sandbox has no room for another record.
 *
 * @param refuse creates the response to a refused request
 */
export async function admit(
  core: SandboxCore,
  request: Request,
  refuse: (refusal: SandboxRefusal) => Response,
  handle: (bounded: BoundedRequest) => Response | Promise<Response>,
): Promise<Response> {
  const mistake = mistakeInHost(request, core.allowedHosts);
  if (mistake !== undefined) return refuse({ status: 403, explanation: mistake });
  // A request without a body goes on at once, so that it is held before a call that follows it.
  const bounded = request.body === null ? { request, body: null } : await withBoundedBody(request);
  if (bounded === 'incomplete') {
    return refuse({
      status: 400,
      explanation: 'the connection ended before the body was complete.',
    });
  }
  if (bounded === 'too_large') {
    const limit = 'the body is larger than 1 MiB, the limit of the sandbox. Send less at once.';
    return refuse({ status: 413, explanation: limit });
  }
  try {
    return await handle(bounded);
  } catch (error) {
    if (error instanceof MarketFullError)
      return refuse({ status: 507, explanation: continued(error.message) });
    throw error;
  }
}

/**
 * Checks the `Host` of a request. A page under a name that resolves to this machine (DNS rebinding) would share the origin of the sandbox and could read
 * its secrets. No stranger can own `localhost` or an IP address. A request that came over no network has no `Host`.
 *
 * @returns one sentence that says what is wrong and how to allow the host; `undefined` if the host is allowed
 * @see https://vite.dev/config/server-options#server-allowedhosts
 */
function mistakeInHost({ headers }: Request, allowed: AllowedHosts): string | undefined {
  const host = headers.get('host');
  if (host === null || allowed === 'any') return undefined;
  const name = host.toLowerCase().replace(/:\d*$/, '');
  if (isOwnName(name) || allowed.some((pattern) => fits(pattern.toLowerCase(), name))) {
    return undefined;
  }
  return `the host ${quoted(host)} is not allowed, since a page of that name could read the secrets of the sandbox. If the name is yours, start with --allowed-host ${name.slice(0, 60)}, or createSandbox({ allowedHosts: [${quoted(name)}] }).`;
}

/** Returns whether a host is a loopback name or an IP address, which no stranger can point at this machine. @see RFC 6761 section 6.3 */
const isOwnName = (name: string): boolean =>
  /^([\w-]+\.)*localhost$/.test(name) ||
  /^\d{1,3}(\.\d{1,3}){3}$/.test(name) ||
  /^\[[\da-f:.]+\]$/.test(name);

const fits = (pattern: string, name: string): boolean =>
  pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern;

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
  const origin = headers.get('origin');
  const isOwn = origin !== null && isOwnOrigin(origin, request);
  if (site === null) return origin !== null && !isOwn;
  const isNavigation =
    headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
  const isLink = method === 'GET' || method === 'HEAD';
  // WebKit calls a form of the sandbox's own pages cross-site if it opens a tab without an opener.
  return !isNavigation || (!isLink && !isOwn);
}

/** Largest body that the sandbox reads, in bytes: 1 MiB. */
const BODY_LIMIT = 1024 * 1024;

/** A request whose body was read, and the text of the body; `null` if it has none. */
export interface BoundedRequest {
  request: Request;
  body: string | null;
}

/** Reason why a body cannot be read. `incomplete`: the connection ended before the body did. */
type BodyFailure = 'too_large' | 'incomplete';

/** Reads the body of a request, at most 1 MiB of it. @returns the request with the same body, to be read again */
export async function withBoundedBody(request: Request): Promise<BoundedRequest | BodyFailure> {
  if (request.body === null) return { request, body: null };
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT) return 'too_large';
  const bytes = await bytesOf(request).catch(() => 'incomplete' as const);
  if (typeof bytes === 'string') return bytes;
  const { url, method, headers } = request;
  // Some servers pass an object that only resembles a Request. The body stays bytes: a string would add a Content-Type.
  const again = new Request(url, { method, headers, ...(bytes.length && { body: bytes }) });
  return { request: again, body: bytes.length ? new TextDecoder().decode(bytes) : null };
}

async function bytesOf(request: Request): Promise<Uint8Array<ArrayBuffer> | 'too_large'> {
  const body = request.body as ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
  // Firefox shows no stream of a request: https://bugzil.la/1387483
  if (!body) {
    const all = new Uint8Array(await request.arrayBuffer());
    return all.byteLength > BODY_LIMIT ? 'too_large' : all;
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body.getReader();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.byteLength;
    if (length > BODY_LIMIT) {
      await reader.cancel();
      return 'too_large';
    }
  }
  const [first] = chunks;
  if (chunks.length === 1 && first) return first;
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
