import { createVaultBff, fetchTransport, memoryStore } from 'vaultlink/bff';
import type { VaultBffOptions, VaultEvent } from 'vaultlink/bff';
import { openBrowser, ORIGIN } from './http-browser.ts';
import { standInService } from '../../support/service/stand-in-service.ts';

/** Noon of a day; it stands still unless it is moved. */
const START_MS = Date.parse('2026-03-01T12:00:00.000Z');

/** Options as a buyer would give them, for a service that is not there. */
export const someOptions = (): VaultBffOptions => ({
  service: { baseUrl: 'https://service.example' },
  client: {
    clientId: 'client-1',
    clientSecret: 'the-client-secret',
    redirectUri: `${ORIGIN}/vault/callback`,
  },
  origin: ORIGIN,
  keys: [{ id: 'first', key: btoa('k'.repeat(32)) }],
  store: memoryStore(),
});

/** Names another network for each call. */
function addressEachCall(): () => string {
  let calls = 0;
  return () => {
    calls += 1;
    return `10.${(calls >> 8) & 255}.${calls & 255}.1`;
  };
}

/**
 * A backend in front of the stand-in for the service, and one browser. The calls that are off by default are on, and each comes from another network.
 */
export function startBff(changed: Partial<VaultBffOptions> = {}) {
  const clock = { ms: START_MS };
  const now = () => clock.ms;
  const service = standInService({ now });
  const events: VaultEvent[] = [];
  const options = someOptions();
  const bff = createVaultBff({
    ...options,
    store: memoryStore({ now }),
    relay: 'forward',
    hook: true,
    onEvent: (event) => events.push(event),
    clientAddress: addressEachCall(),
    now,
    ...changed,
    service: { ...options.service, transport: fetchTransport(service.fetch), ...changed.service },
  });
  const browser = openBrowser(bff, changed.origin);
  return { bff, service, clock, events, browser, openBrowser: () => openBrowser(bff) };
}

/** The code of an error that a script is told. */
export const codeOf = async (response: Response) =>
  ((await response.json()) as { error: string }).error;

/** Returns the status, the text and the error code of a page of ours. */
export async function pageOf(response: Response) {
  const text = await response.text();
  return { status: response.status, text, code: /<code[^>]*>(\w+)<\/code>/.exec(text)?.[1] };
}
