import { AUTHORIZE_PATH, isClientCall, PUSH_PATH, TOKEN_PATH } from '../service/service-paths.ts';
import type { Behaviour } from '../service/behaviour/switch-table.ts';
import { ENDLINK_CALLS, OUTCOMES } from '../service/endlink/endlink-calls.ts';
import type { LoggedRequest } from '../core/request-log.ts';

const PUSH_ADDRESS = PUSH_PATH.replace(':packet_id', '{packet_id}');

const ADDRESSES = [AUTHORIZE_PATH, TOKEN_PATH, PUSH_ADDRESS, '/api/v3/endlinks/{outcome}'];

/** Says that no endpoint has a path, and which one was probably meant, as the end of a sentence. Paths follow `{base_url}`. @see interface §4 */
export function noAddressText(path: string): string {
  const what = `the service has no address ${path}.`;
  const plain = path.replace(/\/+$/, '');
  const known = [...ENDLINK_CALLS.keys(), AUTHORIZE_PATH, TOKEN_PATH];
  const meant = known.find((address) => plain.endsWith(address));
  if (meant !== undefined || (plain.endsWith('/push') && isClientCall(plain))) {
    const address = meant ?? plain;
    return plain === address
      ? `${what} Leave out the slash at the end.`
      : `${what} It has ${address}: check the base URL.`;
  }
  if (path.includes('/endlinks/')) {
    return `${what} Outcomes are reported to /api/v3/endlinks/ with ${OUTCOMES.join(', ')}, each with or without .html.`;
  }
  if (path.includes('/packets')) return `${what} A push goes to ${PUSH_ADDRESS}.`;
  return `${what} It has ${ADDRESSES.join(', ')}.`;
}

/** Says that the page which sent a request cannot read the response, and why; `undefined` if it can, or if no page waits for it. */
export function unreadableText(
  { cors, oauth_cors }: Behaviour,
  { method, path, headers, status }: LoggedRequest,
): string | undefined {
  const { origin } = headers;
  const isFetched = origin !== undefined && headers['sec-fetch-site'] !== 'same-origin';
  if (!isFetched || headers['sec-fetch-mode'] === 'navigate') return undefined;
  if (method === 'OPTIONS' || status === 0) return undefined;
  if (isClientCall(path)) {
    return oauth_cors
      ? undefined
      : 'The page that sent it cannot read the answer, since the switch oauth_cors is off: call from your server.';
  }
  const call = ENDLINK_CALLS.get(path);
  if (call?.form === 'html') {
    return 'The script that sent it cannot read the answer: let it call the address without .html.';
  }
  return call && !cors
    ? 'The page that sent it cannot read the answer, since the switch cors is off.'
    : undefined;
}
