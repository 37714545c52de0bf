/** The authorization page. @see interface §4 (not shown) */
export const AUTHORIZE_PATH = '/oauth/authorize';

/** The token endpoint. @see interface §4.2 */
export const TOKEN_PATH = '/oauth/token';

/** Where answers are pushed to. @see interface §4.3 */
export const PUSH_PATH = '/api/v5/packets/:packet_id/sellers_packets/push';

/** Whether a client's code calls this path, with JSON: the token endpoint or a push. @see interface §4.2 §4.3 */
export const isClientCall = (path: string): boolean =>
  path === TOKEN_PATH || /^\/api\/v5\/packets\/[^/]+\/sellers_packets\/push$/.test(path);
