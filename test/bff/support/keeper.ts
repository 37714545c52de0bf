import assert from 'node:assert/strict';
import { memoryStore } from '../../../src/bff/stores/memory.ts';
import { createSealer } from '../../../src/bff/grants/seal.ts';
import type { Grant, Store } from '../../../src/bff/stores/store.ts';
import { createTokenKeeper } from '../../../src/bff/grants/token-keeper.ts';
import type { VaultEvent } from '../../../src/bff/config/bff-options.ts';
import { createTokenEndpoint } from '../../../src/bff/service/oauth.ts';
import { createPush, isUnauthorized } from '../../../src/bff/service/push-request.ts';
import { createUnderWay } from '../../../src/bff/under-way.ts';
import { CLIENT, fakeService, SERVICE_URL } from './fake-service.ts';
import type { Revocation } from './fake-service.ts';
import { standingTime } from './time.ts';
import type { Time } from './time.ts';

export const DAY_MS = 86_400_000;

export const sealer = createSealer([{ id: 'k', key: Buffer.alloc(32, 1).toString('base64') }]);

/** A store that says it is away, `failures` times, to the calls of one method. */
export function faulty(store: Store, method: keyof Store, failures: number): Store {
  const original = (...values: unknown[]) =>
    (store[method] as (...all: unknown[]) => unknown)(...values);
  let left = failures;
  const once = (...values: unknown[]) => {
    left -= 1;
    if (left >= 0) throw new Error('The store is away.');
    return original(...values);
  };
  return { ...store, [method]: once };
}

/** A store that notes which of its methods are called. */
export function watched(store: Store) {
  const called: string[] = [];
  const entries = Object.entries(store).map(([name, method]) => [
    name,
    (...all: unknown[]) => {
      called.push(name);
      return (method as (...all: unknown[]) => unknown)(...all);
    },
  ]);
  return { called, store: Object.fromEntries(entries) as Store };
}

/** A promise, and what fulfils it. */
export function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    opened,
    open: () => {
      open();
    },
  };
}

/** What stops a process in the middle of what it does: a pause, or a crash where it never goes on. */
function brake() {
  let going = Promise.resolve();
  let goOn: () => void = () => undefined;
  const stopped = gate();
  const slowed =
    <P extends unknown[], R>(call: (...parameters: P) => R) =>
    async (...parameters: P): Promise<Awaited<R>> => {
      await going;
      const result = await call(...parameters);
      await going;
      return result;
    };
  return {
    slowed,
    slowedStore: (store: Store) =>
      Object.fromEntries(
        Object.entries(store).map(([name, method]) => [name, slowed(method as () => unknown)]),
      ) as unknown as Store,
    stop: () => {
      const next = gate();
      going = next.opened;
      goOn = next.open;
      stopped.open();
    },
    stopped: stopped.opened,
    goOn: () => {
      goOn();
    },
  };
}

/** One user who has just connected, and a keeper as each of several processes has one. */
export async function start({
  change = (store) => store,
  revokes = 'at once',
}: { change?: (store: Store) => Store; revokes?: Revocation } = {}) {
  const time = standingTime();
  const service = fakeService({ revokes });
  const options = { baseUrl: SERVICE_URL, fetch: service.fetch };
  const tokens = createTokenEndpoint(options, CLIENT, time.now);
  const push = createPush(options, time.now);
  const store = memoryStore({ now: time.now });
  const events: VaultEvent[] = [];
  let id = '';

  function process(changed: Store = store, ownSealer = sealer) {
    const { slowed, slowedStore, ...brakes } = brake();
    const underWay = createUnderWay();
    const keeper = createTokenKeeper({
      store: slowedStore(changed),
      sealer: ownSealer,
      tokens: { refresh: slowed((refreshToken) => tokens.refresh(refreshToken)) },
      underWay,
      now: time.now,
      elapsed: time.elapsed,
      onEvent: (event) => events.push(event),
      sleep: slowed(time.sleep),
    });
    return {
      keeper,
      drain: () => underWay.drain(),
      /** `stop`: it does nothing any more. It has crashed, unless it goes on some time. */
      ...brakes,
      push: (grant: Grant | string = id) =>
        keeper.withAccessToken(
          grant,
          async (accessToken) => {
            await push('packet-1', { question: 'answer' })(accessToken);
            return accessToken;
          },
          isUnauthorized,
        ),
    };
  }

  const first = process(change(store));
  const response = await tokens.exchange({
    code: 'code-1',
    codeVerifier: 'verifier-1',
    state: 'state-1',
    redirectUri: CLIENT.redirectUri,
  });
  const grant = await first.keeper.newGrant({ subject: 'user-1', response });
  id = grant.id;
  await store.connect({ id: 'session-1', grantId: id, expiresAtMs: Infinity }, grant);
  service.asked.length = 0;
  return {
    ...first,
    grant,
    time,
    service,
    store,
    events,
    process,
    types: () => events.map(({ type }) => type),
    stored: async () => (await store.findGrant(id)) ?? assert.fail('It is gone.'),
  };
}

/** The access token of a new grant ends. */
export const expire = (time: Time) => time.advance(DAY_MS);
