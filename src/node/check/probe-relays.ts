import type { APIRequestContext } from 'playwright-core';
import type { Observations, SeenRelay } from '../../check/index.ts';
import { REQUEST_HEADER } from '../../protocol/index.ts';

/** Milliseconds that a relay may take to refuse a request. */
const TIMEOUT_MS = 5000;

/**
 * Asks the relays of a visit for an outcome without a token, which none of them can report.
 *
 * @param request sends with the cookies of the visit
 */
export async function probeRelays(
  request: APIRequestContext,
  { pages, reports }: Pick<Observations, 'pages' | 'reports'>,
): Promise<SeenRelay[]> {
  const page = pages.findLast(({ via }) => via === 'relay') ?? pages.at(-1);
  const { origin } = new URL(page?.address ?? 'about:blank');
  const relayed = reports.filter(({ way }) => way === 'relay');
  const addresses = new Set(relayed.map(({ address }) => address));
  const relays = await Promise.all(
    [...addresses].map((address) => probeRelay(request, address, origin)),
  );
  return relays.filter((relay) => relay !== undefined);
}

async function probeRelay(
  request: APIRequestContext,
  address: string,
  origin: string,
): Promise<SeenRelay | undefined> {
  try {
    const response = await request.post(address, {
      data: {},
      headers: { origin, [REQUEST_HEADER.name]: REQUEST_HEADER.value },
      maxRedirects: 0,
      timeout: TIMEOUT_MS,
    });
    const headers = response.headers();
    const allowed = headers['access-control-allow-origin'] ?? '';
    return {
      address,
      status: response.status(),
      contentType: headers['content-type'] ?? '',
      origin,
      allowsOrigin: ['*', origin].includes(allowed) || new URL(address).origin === origin,
      code: codeOf(await response.text()),
    };
  } catch {
    // The connection to its server says that nothing answers there.
    return undefined;
  }
}

/** Returns the result, or the code of the error, that a relay says. */
function codeOf(body: string): string | undefined {
  try {
    const { result, error } = JSON.parse(body) as { result?: unknown; error?: unknown };
    const code = result ?? error;
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
}
