import type { APIRequestContext } from 'playwright-core';
import type { Observations, SeenRelay } from '../../check/index.ts';

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
  const { origin } = new URL(pages.at(-1)?.address ?? 'about:blank');
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
      headers: { origin },
      maxRedirects: 0,
      timeout: TIMEOUT_MS,
    });
    const contentType = response.headers()['content-type'] ?? '';
    return {
      address,
      status: response.status(),
      contentType,
      error: errorOf(await response.text()),
    };
  } catch {
    // Other rules say that nobody answers there.
    return undefined;
  }
}

/** Returns the code of an error of the backend. */
function errorOf(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
