/** The authorization page. @see interface §4 (not shown) */
export const AUTHORIZE_PATH = '/oauth/authorize';

/** The token endpoint. @see interface §4.2 */
export const TOKEN_PATH = '/oauth/token';

/** Where answers are pushed to. @see interface §4.3 */
export const PUSH_PATH = '/api/v5/packets/:packet_id/sellers_packets/push';

/** The id of the packet that a push to this path is meant for; `undefined` where the path is none of a push. */
export function packetOfPush(path: string): string | undefined {
  const [, id] = /^\/api\/v5\/packets\/([^/]+)\/sellers_packets\/push$/.exec(path) ?? [];
  try {
    return id && decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Whether a client's code calls this path, with JSON: the token endpoint or a push. @see interface §4.2 §4.3 */
export const isClientCall = (path: string): boolean =>
  path === TOKEN_PATH || packetOfPush(path) !== undefined;
