import type { ServerResponse } from 'node:http';
import type { VaultBff } from '../../bff/index.ts';
import { assertKnownOptions } from '../../bff/operating.ts';
import { clientPeerOf } from './node-request.ts';
import { NodeRouteRequest, targetOf, type HostRequest } from './node-route-request.ts';

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
  bff: Pick<VaultBff, 'answer' | 'basePath'>,
  options: NodeHandlerOptions = {},
): NodeHandler {
  assertKnownOptions(options, { clientAddress: true });
  const { clientAddress = addressOf } = options;
  const respond = async (incoming: HostRequest, outgoing: ServerResponse) => {
    const request = new NodeRouteRequest(incoming, outgoing, clientAddress);
    request.respond(await bff.answer(request));
  };
  let isPrefixChecked = false;
  const checkPrefix = (req: HostRequest) => {
    const warning = isPrefixChecked ? undefined : warningOfPrefix(bff.basePath, req);
    if (warning === undefined) return;
    isPrefixChecked = true;
    process.emitWarning(warning, 'VaultlinkWarning');
  };
  return async (req, res, next) => {
    if (isBelow(bff.basePath, targetOf(req))) return respond(req, res);
    checkPrefix(req);
    if (next) next();
    else await respond(req, res);
  };
}

/** Returns a warning if a router mounts the backend under a prefix that does not match `basePath`; otherwise `undefined`. */
function warningOfPrefix(basePath: string, { originalUrl, url = '' }: HostRequest) {
  const prefix = originalUrl?.endsWith(url) ? originalUrl.slice(0, -url.length) : '';
  if (!prefix || isBelow(prefix.toLowerCase(), basePath.toLowerCase())) return undefined;
  return `The backend is mounted at "${prefix}", but its option basePath is "${basePath}", so it handles no requests there. Set basePath to the whole path, with every prefix.`;
}

function isBelow(basePath: string, target: string): boolean {
  return target.startsWith(basePath) && /^[/?]?$/.test(target.charAt(basePath.length));
}

/** Returns the client's address; `undefined` if the peer is a proxy and the framework does not say for whom. */
function addressOf(req: HostRequest): string | undefined {
  if (req.ip !== undefined && req.ip !== req.socket.remoteAddress) return req.ip;
  return clientPeerOf(req);
}
