import { failed, ok, warning } from '../../findings/index.ts';
import { BASE_PATH, REQUEST_HEADER } from '../../protocol/index.ts';
import { SERVE_UNDER_THE_SITE, warningOfOtherSites } from '../serve/settings-warnings.ts';
import { sendRequest, type ReadResponse } from './ask.ts';
import type { Check, Setup } from './check.ts';

/** A host name that cannot exist. @see RFC 6761 section 6.4 */
const STRANGER = 'https://made-up.invalid';

const ADVICE =
  'Let the proxy forward OPTIONS, and neither add nor remove headers that begin with Access-Control-.';

/** Checks whether pages of allowed origins can call the backend. */
export const allowedOrigins: Check = {
  id: 'allowed-origins',
  group: 'Pages',
  title: 'Allowed',
  needs: ['calls'],
  async run(setup) {
    const { allowedOrigins: all, origin, relay } = setup.settings.bff;
    // The list may contain the backend's own origin, which needs no CORS.
    const others = all.filter((one) => one !== origin);
    for (const one of others) {
      const { preflight, answer } = await requestFrom(setup, one);
      const isReadable = [preflight, answer].every(
        ({ headers }) =>
          headers.get('access-control-allow-origin') === one &&
          headers.get('access-control-allow-credentials') === 'true',
      );
      if (isReadable && allows(preflight) && answer.status === 200) continue;
      return failed(
        `Pages of ${one} cannot call the backend (status ${preflight.status} and ${answer.status}).`,
        `Check that VAULTLINK_ALLOWED_ORIGINS of the running backend contains it. ${ADVICE}`,
      );
    }
    if (!others.length) return ok('No other origin is allowed.');
    const otherSites = warningOfOtherSites({ origin, allowedOrigins: others, relay });
    if (otherSites) return warning(otherSites, SERVE_UNDER_THE_SITE);
    return ok(`Pages of ${others.join(', ')} can call the backend.`);
  },
};

/** Checks whether pages of all other origins are refused. */
export const otherOrigins: Check = {
  id: 'other-origins',
  group: 'Pages',
  title: 'All others',
  needs: ['calls'],
  async run(setup) {
    const { preflight, answer } = await requestFrom(setup, STRANGER);
    const isReadable = [preflight, answer].some(({ headers }) =>
      [STRANGER, '*'].includes(headers.get('access-control-allow-origin') ?? ''),
    );
    if (answer.status === 403 && !isReadable) return ok('Pages of all other origins are refused.');
    return failed(
      `Pages of any origin can ${isReadable ? 'read the responses of the backend' : 'call the backend'}.`,
      `${ADVICE} Let it forward the header Origin.`,
    );
  },
};

/** Sends the preflight and the request of a page on another origin. */
async function requestFrom(
  { settings, connections }: Setup,
  origin: string,
): Promise<{ preflight: ReadResponse; answer: ReadResponse }> {
  const address = `${settings.bff.origin}${BASE_PATH}/session`;
  const preflight = await sendRequest(connections, address, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': REQUEST_HEADER.name.toLowerCase(),
    },
  });
  const answer = await sendRequest(connections, address, {
    headers: {
      origin,
      'sec-fetch-site': 'cross-site',
      [REQUEST_HEADER.name]: REQUEST_HEADER.value,
    },
  });
  return { preflight, answer };
}

const allows = ({ status, headers }: ReadResponse): boolean =>
  status < 300 &&
  (headers.get('access-control-allow-headers') ?? '')
    .toLowerCase()
    .includes(REQUEST_HEADER.name.toLowerCase());
