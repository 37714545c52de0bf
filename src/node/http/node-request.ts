import type { IncomingMessage } from 'node:http';
import { isProxy } from './proxy-peer.ts';

/** Key under which a {@link Request} holds its Node request. A `WeakMap` instead took 4 % of a session check. */
const nodeRequest = Symbol('the request of Node');

type NodeBacked = Request & { [nodeRequest]?: IncomingMessage };

/** Stores the Node request from which a {@link Request} was created. */
export const rememberNodeRequest = (request: NodeBacked, incoming: IncomingMessage): void => {
  request[nodeRequest] = incoming;
};

/**
 * Returns the Node request behind a request of `toNodeHandler` or `listen`, with properties that the host's middleware has set, such as `session` or
 * `user`. Returns `undefined` for other requests.
 *
 * @template Host type of the request in the host's framework, such as `express.Request`; it is not checked
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- Only the caller knows the type of its framework.
export const nodeRequestOf = <Host extends IncomingMessage = IncomingMessage>(
  request: Request,
): Host | undefined => (request as NodeBacked)[nodeRequest] as Host | undefined;

/**
 * Returns the peer's IP address of a request to `listen` or `toNodeHandler`. Returns `undefined` if the peer is a proxy in a private network, because
 * all users share its address, for other requests, and after the connection has closed. Proxies in other networks cannot be recognized.
 */
export const peerAddress = (request: Request): string | undefined =>
  clientPeerOf(nodeRequestOf(request));

/** Returns the peer's IP address of a Node request; `undefined` if the peer is a proxy. */
export function clientPeerOf(incoming: IncomingMessage | undefined): string | undefined {
  const peer = peerAddressOf(incoming);
  if (!incoming || peer === undefined) return undefined;
  return isProxy(peer, (name) => name in incoming.headers) ? undefined : peer;
}

/** Returns the peer's IP address of a Node request, also if it is a proxy. */
export const peerAddressOf = (incoming: IncomingMessage | undefined): string | undefined =>
  // The zone names an interface of this machine and is no part of the address.
  incoming?.socket.remoteAddress?.replace(/%.*$/, '');
