import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { HttpBindings } from '@hono/node-server';
import { noteClientAddress } from '../../bff/index.ts';
import type { VaultBff } from '../../bff/index.ts';
import { VaultError } from '../../protocol/index.ts';
import { familyOf } from './network.ts';
import { peerAddressOf, rememberNodeRequest } from './node-request.ts';

/** A request of Node, with what frameworks put on it. */
export interface HostRequest extends IncomingMessage {
  /** The whole target where a router has taken the prefix from `url`: Express, Connect. */
  originalUrl?: string;
  /** What a body parser has read. */
  body?: unknown;
  /** The address of the caller, where the framework says which proxies it trusts: Express. */
  ip?: string | undefined;
}

/** Settings of {@link toNodeHandler}. */
export interface NodeHandlerOptions {
  /**
   * Names the IP address that a call comes from, where the backend has no `clientAddress` option. `undefined`: it is not known. Default: `req.ip` of
   * Express, which follows its `trust proxy`, else the other end of the connection; not known where that is a proxy of the own network.
   */
  clientAddress?: ((req: HostRequest) => string | undefined) | undefined;
}

/** A handler for `node:http`, Express, Connect, and whatever else has the request and the response of Node. Never rejects. */
export type NodeHandler = (
  req: HostRequest,
  res: ServerResponse,
  next?: (error?: unknown) => void,
) => Promise<void>;

const TRACE_REFUSED = { status: 405, headers: { allow: 'GET, HEAD, POST, DELETE, OPTIONS' } };

const BODY_IS_GONE =
  'Something has read the body of this call and left nothing in req.body. Mount the backend before the body parser.';

/**
 * Makes the backend a handler of another server.
 *
 * A call outside of `bff.basePath` goes to `next`; where there is none, it is answered with 404. The path is that of the whole request, with the
 * prefix under which the handler is mounted. A body that a parser of the host has read is taken from `req.body`.
 *
 * @param bff of `createVaultBff`
 */
export function toNodeHandler(
  bff: Pick<VaultBff, 'fetch' | 'basePath'>,
  { clientAddress = addressOf }: NodeHandlerOptions = {},
): NodeHandler {
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
    // The globals are the host's. An old client may leave out the Host header, which nothing depends on.
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

/** Says that a router hands over calls of a prefix under which the backend has none. `undefined`: it does not. */
function warningOfPrefix(basePath: string, { originalUrl, url = '' }: HostRequest) {
  const prefix = originalUrl?.endsWith(url) ? originalUrl.slice(0, -url.length) : '';
  if (!prefix || isBelow(prefix.toLowerCase(), basePath.toLowerCase())) return undefined;
  return `The backend is mounted at "${prefix}", but its option basePath is "${basePath}", so it answers no call there: basePath has to be the whole path, with every prefix.`;
}

const targetOf = ({ originalUrl, url = '/' }: HostRequest): string => originalUrl ?? url;

/** Returns the path and the query of a target. Most begin with their path, but some clients send a whole address. @see RFC 9112 section 3.2.2 */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

function isBelow(basePath: string, target: string): boolean {
  const path = pathOf(target);
  return path.startsWith(basePath) && /^[/?]?$/.test(path.charAt(basePath.length));
}

/** @param light what the listener has made of the request; its body has not been touched */
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
  // The length was that of the text that came, and before it was unpacked.
  headers.delete('content-encoding');
  headers.delete('transfer-encoding');
  headers.set('content-length', String(body.byteLength));
  return new Request(url, { method, headers, signal, body });
}

/** Returns the bytes of a body as a parser has left it; `undefined`: it has left none. */
function readBodyOf(body: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return Uint8Array.from(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
}

/** Fails when it is read, as the backend's own mistakes do: the operator is told why, and the page is not. */
const brokenBody = (): ReadableStream =>
  new ReadableStream({
    pull: (controller) => controller.error(new VaultError('configuration_error', BODY_IS_GONE)),
  });

/** Networks that no call from the internet comes from. @see RFC 6890 */
const ownNetworks = new BlockList();
for (const [address, prefixBits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  ownNetworks.addSubnet(address, prefixBits, familyOf(isIP(address)));
}

/** A proxy's own address would count the calls of all users together. Only one of the own network can be recognised. */
function addressOf(req: HostRequest): string | undefined {
  const peer = peerAddressOf(req);
  if (req.ip !== undefined && req.ip !== req.socket.remoteAddress) return req.ip;
  const { headers } = req;
  const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers;
  const isProxy =
    isForwarded && peer !== undefined && ownNetworks.check(peer, familyOf(isIP(peer)));
  return isProxy ? undefined : peer;
}
