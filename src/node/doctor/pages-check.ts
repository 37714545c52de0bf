import { BASE_PATH, REQUEST_HEADER } from '../../protocol/index.ts';
import { SERVE_UNDER_THE_SITE, warningOfOtherSites } from '../serve/other-sites.ts';
import { ask } from './ask.ts';
import type { Answer } from './ask.ts';
import type { Check, Setup } from './check.ts';
import { failed, ok, warning } from './check.ts';

/** Nobody can have this name. @see RFC 6761 section 6.4 */
const STRANGER = 'https://made-up.invalid';

const ADVICE =
  'Let the proxy add and take away nothing that begins with Access-Control-, and let OPTIONS pass.';

/** Whether the pages of allowed origins may call. */
export const allowedOrigins: Check = {
  id: 'allowed-origins',
  group: 'Pages',
  title: 'Allowed',
  needs: ['calls'],
  async look(setup) {
    const { allowedOrigins: all = [], origin, relay } = setup.settings.bff;
    // Its own is no other origin, whatever the list says.
    const others = all.filter((one) => one !== origin);
    for (const one of others) {
      const { preflight, call } = await callFrom(setup, one);
      const isReadable = [preflight, call].every(
        ({ headers }) =>
          headers.get('access-control-allow-origin') === one &&
          headers.get('access-control-allow-credentials') === 'true',
      );
      if (isReadable && allows(preflight) && call.status === 200) continue;
      return failed(
        `Pages of ${one} may not call (status ${preflight.status} and ${call.status}).`,
        `Is it in VAULTLINK_ALLOWED_ORIGINS of the running backend? ${ADVICE}`,
      );
    }
    if (!others.length) return ok('No other origin is allowed.');
    const otherSites = warningOfOtherSites({ origin, allowedOrigins: others, relay });
    if (otherSites) return warning(otherSites, SERVE_UNDER_THE_SITE);
    return ok(`Pages of ${others.join(', ')} may call.`);
  },
};

/** Whether the pages of all other origins may not. */
export const otherOrigins: Check = {
  id: 'other-origins',
  group: 'Pages',
  title: 'All others',
  needs: ['calls'],
  async look(setup) {
    const { preflight, call } = await callFrom(setup, STRANGER);
    const isReadable = [preflight, call].some(({ headers }) =>
      [STRANGER, '*'].includes(headers.get('access-control-allow-origin') ?? ''),
    );
    if (call.status === 403 && !isReadable) return ok('Pages of any other origin are refused.');
    return failed(
      `Pages of any origin may ${isReadable ? 'read what the backend answers' : 'call'}.`,
      `${ADVICE} The header Origin must arrive.`,
    );
  },
};

/** What a browser asks first where a page of another origin calls, and the call. */
async function callFrom(
  { settings, connections }: Setup,
  origin: string,
): Promise<{ preflight: Answer; call: Answer }> {
  const address = `${settings.bff.origin}${BASE_PATH}/session`;
  const preflight = await ask(connections, address, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': REQUEST_HEADER.name.toLowerCase(),
    },
  });
  const call = await ask(connections, address, {
    headers: {
      origin,
      'sec-fetch-site': 'cross-site',
      [REQUEST_HEADER.name]: REQUEST_HEADER.value,
    },
  });
  return { preflight, call };
}

const allows = ({ status, headers }: Answer): boolean =>
  status < 300 &&
  (headers.get('access-control-allow-headers') ?? '')
    .toLowerCase()
    .includes(REQUEST_HEADER.name.toLowerCase());
