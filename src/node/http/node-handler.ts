import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { HttpBindings } from '@hono/node-server';
import { noteClientAddress } from '../../bff/index.ts';
import { assertKnownOptions } from '../../bff/config/mistakes.ts';
import type { VaultBff } from '../../bff/index.ts';
import { VaultError } from '../../protocol/index.ts';
import { clientPeerOf, rememberNodeRequest } from './node-request.ts';

/** A Node request with properties that frameworks add. */
export interface HostRequest extends IncomingMessage {
  /** The full request target. Express and Connect set it when a router strips a prefix from `url`. */
  originalUrl?: string;
  /** The body that a body parser has read. */
  body?: unknown;
  /** The client's address according to the proxies that the framework trusts (Express). */
  ip?: string | undefined;
}

/** Settings of {@link toNodeHandler}. */
export interface NodeHandlerOptions {
  /**
   * Returns the client's IP address if the backend has no `clientAddress` option; `undefined` if it is unknown. Default: `req.ip` of Express, which
   * follows its `trust proxy`; otherwise the peer address, unless the peer is a proxy in a private network.
   */
  clientAddress?: ((req: HostRequest) => string | undefined) | undefined;
}

/** A handler for `node:http`, Express, Connect and other frameworks that use Node's request and response. Never rejects. */
export type NodeHandler = (
  req: HostRequest,
  res: ServerResponse,
  next?: (error?: unknown) => void,
) => Promise<void>;

const TRACE_REFUSED = { status: 405, headers: { allow: 'GET, HEAD, POST, DELETE, OPTIONS' } };

const BODY_IS_GONE =
  'A body parser has read the body of this request but did not set req.body. Mount the backend before the body parser.';

/**
 * Makes the backend a request handler for another Node server.
 *
 * Requests outside of `bff.basePath` go to `next`; without `next` they get 404. The path is the full path of the request, including the prefix under
 * which you mount the handler. If a body parser of the host has read the body, it is taken from `req.body`.
 *
 * @param bff of `createVaultBff`
 * @throws VaultError `configuration_error` if an option does not exist
 */
export function toNodeHandler(
  bff: Pick<VaultBff, 'fetch' | 'basePath'>,
  options: NodeHandlerOptions = {},
): NodeHandler {
  assertKnownOptions(options, { clientAddress: true });
  const { clientAddress = addressOf } = options;
  let hasWarned = false;
  const warnOfBody = () => {
    if (!hasWarned) process.emitWarning(BODY_IS_GONE, 'VaultlinkWarning');
    hasWarned = true;
  };
  const listener = getRequestListener(
    (light, bindings) => {
      const incoming = (bindings as HttpBindings).incoming as HostRequest;
      // No `Request` can have this method. @see https://fetch.spec.whatwg.org/#forbidden-method
      if (incoming.method === 'TRACE') return new Response(null, TRACE_REFUSED);
      const request = requestOf(incoming, light, warnOfBody);
      rememberNodeRequest(request, incoming);
      const address = clientAddress(incoming);
      if (address !== undefined) noteClientAddress(request, address);
      return bff.fetch(request);
    },
    // The host owns the globals. The hostname is a fallback for old clients that send no Host header; nothing depends on it.
    { overrideGlobalObjects: false, hostname: 'localhost' },
  );
  let isPrefixChecked = false;
  const checkPrefix = (req: HostRequest) => {
    const warning = isPrefixChecked ? undefined : warningOfPrefix(bff.basePath, req);
    if (warning === undefined) return;
    isPrefixChecked = true;
    process.emitWarning(warning, 'VaultlinkWarning');
  };
  return async (req, res, next) => {
    if (isBelow(bff.basePath, targetOf(req))) return listener(req, res);
    checkPrefix(req);
    if (next) next();
    else await listener(req, res);
  };
}

/** Returns a warning if a router mounts the backend under a prefix that does not match `basePath`; otherwise `undefined`. */
function warningOfPrefix(basePath: string, { originalUrl, url = '' }: HostRequest) {
  const prefix = originalUrl?.endsWith(url) ? originalUrl.slice(0, -url.length) : '';
  if (!prefix || isBelow(prefix.toLowerCase(), basePath.toLowerCase())) return undefined;
  return `The backend is mounted at "${prefix}", but its option basePath is "${basePath}", so it handles no requests there. Set basePath to the whole path, with every prefix.`;
}

const targetOf = ({ originalUrl, url = '/' }: HostRequest): string => originalUrl ?? url;

/** Returns the path and query of a request target. Some clients send an absolute URL instead. @see RFC 9112 section 3.2.2 */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

function isBelow(basePath: string, target: string): boolean {
  const path = pathOf(target);
  return path.startsWith(basePath) && /^[/?]?$/.test(path.charAt(basePath.length));
}

/**
 * Builds the `Request` for the backend.
 *
 * @param light the request of the listener; its body is unread
 */
function requestOf(incoming: HostRequest, light: Request, warnOfBody: () => void): Request {
  const { origin } = new URL(light.url);
  const url = origin + pathOf(targetOf(incoming));
  const { method, signal } = light;
  const headers = new Headers(light.headers);
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers, signal });
  if (!incoming.readableDidRead) {
    return new Request(url, { method, headers, signal, body: light.body, duplex: 'half' });
  }
  const body = readBodyOf(incoming.body);
  if (body === undefined) {
    warnOfBody();
    return new Request(url, { method, headers, signal, body: brokenBody(), duplex: 'half' });
  }
  // These headers described the original body, before a parser decompressed it.
  headers.delete('content-encoding');
  headers.delete('transfer-encoding');
  headers.set('content-length', String(body.byteLength));
  return new Request(url, { method, headers, signal, body });
}

/** Returns the bytes of a parsed body; `undefined` if the parser left none. */
function readBodyOf(body: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return Uint8Array.from(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
}

/**
 * Returns a body that fails when it is read. The backend then handles it like a configuration mistake: the log gets the reason, and the page does
 * not.
 */
const brokenBody = (): ReadableStream =>
  new ReadableStream({
    pull: (controller) => controller.error(new VaultError('configuration_error', BODY_IS_GONE)),
  });

/** Returns the client's address; `undefined` if the peer is a proxy and the framework does not say for whom. */
function addressOf(req: HostRequest): string | undefined {
  if (req.ip !== undefined && req.ip !== req.socket.remoteAddress) return req.ip;
  return clientPeerOf(req);
}
