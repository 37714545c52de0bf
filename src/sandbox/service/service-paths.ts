/** Path of the authorization page. @see interface §4 (not shown) */
export const AUTHORIZE_PATH = '/oauth/authorize';

/** Path of the token endpoint. @see interface §4.2 */
export const TOKEN_PATH = '/oauth/token';

/** Path of the push endpoint. @see interface §4.3 */
export const PUSH_PATH = '/api/v5/packets/:packet_id/sellers_packets/push';

/** Returns the id of the packet in the path of a push; `undefined` for any other path. */
export function packetOfPush(path: string): string | undefined {
  const [, id] = /^\/api\/v5\/packets\/([^/]+)\/sellers_packets\/push$/.exec(path) ?? [];
  try {
    return id && decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Returns whether a path is the token endpoint or a push endpoint, which the code of a client calls with JSON. @see interface §4.2 §4.3 */
export const isClientCall = (path: string): boolean =>
  path === TOKEN_PATH || packetOfPush(path) !== undefined;
