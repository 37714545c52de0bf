import assert from 'node:assert/strict';
import { fetchTransport } from '../../../src/bff/index.ts';
import { memoryStore } from '../../../src/bff/stores/memory.ts';
import { createSealer } from '../../../src/bff/grants/seal.ts';
import type { Grant, Store } from '../../../src/bff/stores/store.ts';
import { createTokenKeeper } from '../../../src/bff/grants/token-keeper.ts';
import type { VaultEvent } from '../../../src/bff/events.ts';
import { createTokenEndpoint } from '../../../src/bff/service/oauth.ts';
import { createPush, isUnauthorized } from '../../../src/bff/service/push-request.ts';
import { createInFlightWork } from '../../../src/bff/in-flight.ts';
import { standInService } from '../../support/service/stand-in-service.ts';
import type { Revocation } from '../../support/service/token-ledger.ts';
import { createSignal } from '../../support/signal.ts';
import { standingTime } from './time.ts';
import type { Time } from './time.ts';

export const DAY_MS = 86_400_000;

export const SERVICE_URL = 'https://service.example';

export const CLIENT = {
  clientId: 'client-1',
  clientSecret: 'secret-1',
  redirectUri: 'https://buyer.example/vault/callback',
};

export const sealer = createSealer([{ id: 'k', key: Buffer.alloc(32, 1).toString('base64') }]);

/** A store of which one method fails so many times. */
export function failingStore(store: Store, method: keyof Store, failures: number): Store {
  const callStore = (...values: unknown[]) =>
    (store[method] as (...all: unknown[]) => unknown)(...values);
  let failuresLeft = failures;
  const failOrCall = (...values: unknown[]) => {
    failuresLeft -= 1;
    if (failuresLeft >= 0) throw new Error('The store is away.');
    return callStore(...values);
  };
  return { ...store, [method]: failOrCall };
}

/** A store that records which of its methods are called. */
export function recordingStore(store: Store) {
  const calledMethods: string[] = [];
  const methods = Object.entries(store).map(([name, method]) => [
    name,
    (...values: unknown[]) => {
      calledMethods.push(name);
      return (method as (...all: unknown[]) => unknown)(...values);
    },
  ]);
  return { calledMethods, store: Object.fromEntries(methods) as Store };
}

/** Stops an instance between two of its steps. What is `pausable` neither begins nor returns while it is stopped. */
function createPause() {
  let running = Promise.resolve();
  let resume: () => void = () => undefined;
  const stopped = createSignal();
  const pausable =
    <P extends unknown[], R>(call: (...parameters: P) => R) =>
    async (...parameters: P): Promise<Awaited<R>> => {
      await running;
      const result = await call(...parameters);
      await running;
      return result;
    };
  const pausableStore = (store: Store) =>
    Object.fromEntries(
      Object.entries(store).map(([name, method]) => [name, pausable(method as () => unknown)]),
    ) as unknown as Store;
  const pause = () => {
    const resumed = createSignal();
    running = resumed.promise;
    resume = resumed.resolve;
    stopped.resolve();
  };
  return { pausable, pausableStore, pause, resume: () => resume(), stopped: stopped.promise };
}

/** How a connected user's backend differs from the default. */
interface ConnectedOptions {
  /** Changes the store of the first instance. */
  changeStore?: (store: Store) => Store;
  revokes?: Revocation;
}

/** A user who has just connected, a first instance of the backend, and further ones that share its store. */
export async function startConnected({
  changeStore = (store) => store,
  revokes = 'at once',
}: ConnectedOptions = {}) {
  const time = standingTime();
  const service = standInService({ revokes });
  const options = { baseUrl: SERVICE_URL, transport: fetchTransport(service.fetch) };
  const tokens = createTokenEndpoint(options, CLIENT, time.now);
  const sendPush = createPush(options, time.now);
  const store = memoryStore({ now: time.now });
  const events: VaultEvent[] = [];
  let grantId = '';

  function startInstance(ownStore: Store = store, ownSealer = sealer) {
    const { pausable, pausableStore, pause, resume, stopped } = createPause();
    const inFlight = createInFlightWork();
    const keeper = createTokenKeeper({
      store: pausableStore(ownStore),
      sealer: ownSealer,
      tokens: { refresh: pausable((refreshToken) => tokens.refresh(refreshToken)) },
      inFlight,
      now: time.now,
      monotonicNowMs: time.elapsed,
      onEvent: (event) => events.push(event),
      sleep: pausable(time.sleep),
    });
    return {
      keeper,
      drain: () => inFlight.drain(),
      pause,
      resume,
      /** Stops it for ever. */
      crash: pause,
      /** Resolves when it is paused, or crashes. */
      stopped,
      /** Pushes, and returns the access token that the service took. */
      push: (grant: Grant | string = grantId) =>
        keeper.withAccessToken(
          grant,
          async (accessToken) => {
            await sendPush('packet-1', { question: 'answer' })(accessToken);
            return accessToken;
          },
          isUnauthorized,
        ),
    };
  }

  const first = startInstance(changeStore(store));
  const response = await tokens.exchange({
    code: 'code-1',
    codeVerifier: 'verifier-1',
    state: 'state-1',
    redirectUri: CLIENT.redirectUri,
  });
  const grant = await first.keeper.newGrant({ subject: 'user-1', response });
  grantId = grant.id;
  await store.connect({ id: 'session-1', grantId, expiresAtMs: Infinity }, grant);
  service.forgetRequests();
  return {
    ...first,
    grant,
    time,
    service,
    tokenRequests: service.tokenEndpoint.requests,
    store,
    events,
    startInstance,
    eventTypes: () => events.map(({ type }) => type),
    storedGrant: async () => (await store.findGrant(grantId)) ?? assert.fail('It is gone.'),
  };
}

/** Lets the access token of a new grant expire. */
export const expireAccessToken = (time: Time) => time.advance(DAY_MS);
