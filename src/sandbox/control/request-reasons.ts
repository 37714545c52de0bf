import { distanceBetween, likelyName } from '../../options/likely-name.ts';
import { AUTHORIZE_PATH, isClientCall, PUSH_PATH, TOKEN_PATH } from '../service/service-paths.ts';
import type { Behaviour } from '../service/behaviour/switch-table.ts';
import { ENDLINK_CALLS, OUTCOMES } from '../service/endlink/endlink-calls.ts';
import type { LoggedRequest } from '../core/request-log.ts';

const PUSH_ADDRESS = PUSH_PATH.replace(':packet_id', '{packet_id}');

const ADDRESSES = [AUTHORIZE_PATH, TOKEN_PATH, PUSH_ADDRESS, '/api/v3/endlinks/{outcome}'];

const KNOWN = [...ENDLINK_CALLS.keys(), AUTHORIZE_PATH, TOKEN_PATH];

/** Largest number of wrong letters in an address that still counts as a misspelled one. */
const MAX_WRONG_LETTERS = 3;

/** Says that no endpoint has a path, and which one was probably meant, as the end of a sentence. Paths follow `{base_url}`. @see interface §4 */
export function noAddressText({ path, method }: Pick<LoggedRequest, 'path' | 'method'>): string {
  const what = `the service has no address ${path}.`;
  const plain = path.replace(/\/+$/, '');
  const meant = KNOWN.find((address) => plain.endsWith(address));
  if (meant !== undefined || (plain.endsWith('/push') && isClientCall(plain))) {
    const address = meant ?? plain;
    return plain === address
      ? `${what} Leave out the slash at the end.`
      : `${what} It has ${address}: check the base URL.`;
  }
  const nearest = nearestAddress(plain);
  if (nearest !== undefined) {
    return `${what} The nearest is ${nearest}${methodText(nearest, method)}.`;
  }
  if (path.includes('/endlinks/')) {
    return `${what} Outcomes are reported to /api/v3/endlinks/ with ${OUTCOMES.join(', ')}, each with or without .html.`;
  }
  if (/\/packets?\//.test(path)) return `${what} A push goes to ${PUSH_ADDRESS}.`;
  return `${what} It has ${ADDRESSES.join(', ')}.`;
}

/** Returns the address that a misspelled one most likely stands for. Letters in upper case count as the same. */
function nearestAddress(path: string): string | undefined {
  const [before = '', word] = path.split('/endlinks/');
  if (word !== undefined && before === '/api/v3') {
    const names = [...ENDLINK_CALLS.keys()].map((known) => known.replace('/api/v3/endlinks/', ''));
    const name = likelyName(word, names);
    return name && `/api/v3/endlinks/${name}`;
  }
  const [nearest] = KNOWN.map((known) => ({
    known,
    distance: distanceBetween(path.toLowerCase(), known),
  })).sort((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= MAX_WRONG_LETTERS ? nearest.known : undefined;
}

/** Says which method an address needs, if a request came with another one. @see interface §4 */
function methodText(address: string, method: string): string {
  const needed = address === TOKEN_PATH ? 'POST' : 'GET';
  const isFine = method === needed || method === 'HEAD' || method === 'OPTIONS';
  return isFine ? '' : `, with ${needed} and not with ${method}`;
}

/** Sentence about a response that a page cannot read, and the switches that it names. */
interface Unreadable {
  text: string;
  switches?: readonly (keyof Behaviour)[];
}

/** Says that the page which sent a request cannot read the response, and why; `undefined` if it can, or if no page waits for it. */
export function unreadableText(
  { cors, oauth_cors }: Behaviour,
  { method, path, headers, status }: LoggedRequest,
): Unreadable | undefined {
  const { origin } = headers;
  const isFetched = origin !== undefined && headers['sec-fetch-site'] !== 'same-origin';
  if (!isFetched || headers['sec-fetch-mode'] === 'navigate') return undefined;
  if (method === 'OPTIONS' || status === 0) return undefined;
  if (isClientCall(path)) {
    return oauth_cors
      ? undefined
      : {
          text: 'The page that sent it cannot read the answer, since the switch oauth_cors is off: call from your server.',
          switches: ['oauth_cors'],
        };
  }
  const call = ENDLINK_CALLS.get(path);
  if (call?.form === 'html') {
    return {
      text: 'The script that sent it cannot read the answer: let it call the address without .html.',
    };
  }
  return call && !cors
    ? {
        text: 'The page that sent it cannot read the answer, since the switch cors is off.',
        switches: ['cors'],
      }
    : undefined;
}
