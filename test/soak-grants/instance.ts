/**
 * One of the processes that share a store: for each grant that its parent names, three callers push at once. Its arguments are the run's folder and
 * the address of the service.
 */
import type { Store } from 'vaultlink/bff';
import { sleep } from '../../src/bff/sleep.ts';
import { createTokenKeeper } from '../../src/bff/grants/token-keeper.ts';
import { createTokenEndpoint } from '../../src/bff/service/oauth.ts';
import { createPush, isUnauthorized } from '../../src/bff/service/push-request.ts';
import { TOKEN_TIMEOUT_MS } from '../../src/bff/config/bounds.ts';
import { createInFlightWork } from '../../src/bff/in-flight.ts';
import { openStore } from '../../src/node/stores/open-store.ts';
import { undiciTransport } from '../../src/node/http/undici-transport.ts';
import { isSuccess } from '../../src/bff/service/request.ts';
import type { ServiceTransport } from '../../src/bff/service/service-transport.ts';
import { isVaultError, TOKEN_PATH } from '../../src/protocol/index.ts';
import { crasher } from './crash.ts';
import { CALLERS, grantIdOf, indexOf, partsOf, readSetup, sealer, SPEED } from './setup.ts';

/** Results of the callers for one grant. */
export interface Settled {
  grant: number;
  /** The error's code of each that failed. */
  failures: string[];
}

const [, , folder = '', baseUrl = ''] = process.argv;
const setup = readSetup(folder);
const { unsaved, mayCrash } = crasher(folder, setup.faults);
const store = await openStore(setup.store);
const transport = undiciTransport();

/** Refreshes are watched from when they leave until their answer is saved. */
const watchedTransport: ServiceTransport = async (request) => {
  if (!request.url.endsWith(TOKEN_PATH)) return transport(request);
  const { refresh_token: token } = JSON.parse(request.body ?? '') as { refresh_token: string };
  const { index } = partsOf(token);
  await mayCrash(index, 'crash before send');
  unsaved.add(index);
  const headers = { ...request.headers, 'x-process': String(process.pid) };
  try {
    const response = await transport({ ...request, headers });
    if (!isSuccess(response)) unsaved.delete(index);
    return response;
  } catch (error) {
    unsaved.delete(index);
    throw error;
  }
};

const watchedStore: Store = {
  ...store,
  takeLease: (id, owner, lifetimeMs) => store.takeLease(id, owner, lifetimeMs / SPEED),
  renewLease: (id, owner, lifetimeMs) => store.renewLease(id, owner, lifetimeMs / SPEED),
  async saveGrant(id, version, pair) {
    await mayCrash(indexOf(id), 'crash before save');
    const isSaved = await store.saveGrant(id, version, pair);
    unsaved.delete(indexOf(id));
    return isSaved;
  },
};

const service = {
  baseUrl,
  transport: watchedTransport,
  tokenTimeoutMs: TOKEN_TIMEOUT_MS.byDefault / SPEED,
};
const client = {
  clientId: 'client-1',
  clientSecret: 'secret-1',
  redirectUri: 'https://buyer.example/vault/callback',
};
const keeper = createTokenKeeper({
  store: watchedStore,
  sealer,
  tokens: createTokenEndpoint(service, client, Date.now),
  inFlight: createInFlightWork(),
  now: Date.now,
  onEvent: () => undefined,
  sleep: (milliseconds, signal) => sleep(milliseconds / SPEED, signal),
});
const send = createPush(service)('packet-1', { question: 'answer' });

async function call(grant: number): Promise<string[]> {
  try {
    await keeper.withAccessToken(grantIdOf(grant), send, isUnauthorized);
    return [];
  } catch (error) {
    return [isVaultError(error) ? error.code : String(error)];
  }
}

process.on('message', (grant: number) => {
  const calls = Array.from({ length: CALLERS }, () => call(grant));
  void Promise.all(calls).then((failures) => {
    const settled: Settled = { grant, failures: failures.flat() };
    process.send?.(settled);
  });
});
process.on('disconnect', () => process.exit());
