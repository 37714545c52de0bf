import type { IncomingMessage } from 'node:http';

/** Where a {@link Request} carries the request of Node. With a `WeakMap` in its place, this took 4 % of a session check. */
const nodeRequest = Symbol('the request of Node');

type NodeBacked = Request & { [nodeRequest]?: IncomingMessage };

/** Remembers which request of Node a {@link Request} was made of. */
export const rememberNodeRequest = (request: NodeBacked, incoming: IncomingMessage): void => {
  request[nodeRequest] = incoming;
};

/**
 * Returns the request of Node behind one that `toNodeHandler` or `listen` has made, with what middleware of the host has put on it, such as
 * `session` or `user`. `undefined`: the request came by another way.
 *
 * @template Host what the host's framework makes of it, such as `express.Request`: nothing checks it
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- Only the caller knows the type of its framework.
export const nodeRequestOf = <Host extends IncomingMessage = IncomingMessage>(
  request: Request,
): Host | undefined => (request as NodeBacked)[nodeRequest] as Host | undefined;

/**
 * Returns the IP address of whoever sent a request to a server of `listen` or to `toNodeHandler`: a proxy's, where one stands before it.
 * `undefined`: the request came by another way, or its connection has gone.
 */
export const peerAddress = (request: Request): string | undefined =>
  peerAddressOf(nodeRequestOf(request));

/** Returns the IP address at the other end of a request's connection. */
export const peerAddressOf = (incoming: IncomingMessage | undefined): string | undefined =>
  // Without the name of the own interface, which `BlockList` does not read.
  incoming?.socket.remoteAddress?.replace(/%.*$/, '');
