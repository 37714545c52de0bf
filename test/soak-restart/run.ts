import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { KEYS } from '../node/program.ts';
import { end, launch } from '../soak-grants/instances.ts';
import type { StoreKind } from '../soak-grants/stores.ts';
import { judge } from './judge.ts';
import type { Outage, Records, Verdict } from './judge.ts';
import { createLoad } from './load.ts';
import { drawSteps } from './plan.ts';
import { startProxy } from './proxy.ts';
import { reserveReplica } from './replica.ts';
import type { ServiceReport } from './service.ts';

/** What a run is to be. */
export interface RunOptions {
  store: StoreKind;
  restarts: number;
  kills: number;
  /** Requests a second. */
  rate: number;
  seed: number;
  /** Further environment variables of the replicas. */
  variables: Record<string, string>;
  onProgress: (stepsDone: number) => void;
}

/** What came of it. */
export interface RunResult extends Verdict {
  requests: Records['requests'];
  /** How many requests a second were sent. */
  rate: number;
  seconds: number;
}

/** Default of `VAULTLINK_DRAIN_MS`. */
const DRAIN_MS = 5000;

/** Browsers that are connected when the load begins. */
const BROWSERS = 200;

/** How long the load goes on before the first signal and after the last. */
const CALM_MS = 2000;

/** Two replicas of `vaultlink serve` behind nginx are restarted and killed while users need them. */
export async function run(options: RunOptions): Promise<RunResult> {
  const server = await options.store.start();
  if (!('url' in server.settings)) throw new Error('Replicas need a store with an address.');
  const service = launch('service.ts', [], import.meta.url);
  const [address] = (await once(service, 'message')) as [string];
  const replicas = [await reserveReplica(), await reserveReplica()] as const;
  const proxy = await startProxy(replicas.map(({ name }) => name));
  try {
    const settings = {
      VAULTLINK_BASE_URL: address,
      VAULTLINK_CLIENT_ID: 'client-1',
      VAULTLINK_CLIENT_SECRET: 'secret-1',
      VAULTLINK_REDIRECT_URI: `${proxy.origin}/vault/callback`,
      VAULTLINK_ORIGIN: proxy.origin,
      VAULTLINK_KEYS: KEYS,
      VAULTLINK_STORE: server.settings.url,
      VAULTLINK_TRUSTED_PROXIES: '127.0.0.1',
      // All browsers have one address here.
      VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE: '1000000',
      VAULTLINK_CALLS_IN_ALL_PER_MINUTE: '1000000',
      ...options.variables,
    };
    await Promise.all(replicas.map((replica) => replica.start(settings)));
    const load = createLoad(proxy.origin, proxy.certificate);
    await load.connect(BROWSERS);

    const before = load.requests.length;
    const startedAtMs = performance.now();
    load.begin(options.rate);
    await sleep(CALM_MS);
    const outages: Outage[] = [];
    const steps = drawSteps(options.restarts, options.kills, options.seed);
    for (const [index, { kind, replica, pauseMs }] of steps.entries()) {
      await sleep(pauseMs);
      outages.push(await replicas[replica].replace(kind));
      if (kind === 'restart') outages.push(await replicas[replica ? 0 : 1].replace(kind));
      options.onProgress(index + 1);
    }
    await sleep(CALM_MS);
    const seconds = (performance.now() - startedAtMs) / 1000;
    const rate = (load.requests.length - before) / seconds;
    await load.end();

    service.send('report');
    const [{ arrivals }] = (await once(service, 'message')) as [ServiceReport];
    const requests = load.requests.slice(before);
    const records = {
      ...{ requests, outages, arrivals: new Map(arrivals), proxied: proxy.readLog() },
      drainMs: Number(options.variables.VAULTLINK_DRAIN_MS ?? DRAIN_MS),
    };
    return { ...judge(records), requests, rate, seconds };
  } finally {
    await Promise.all(replicas.map((replica) => replica.end()));
    await end(service);
    await proxy.close();
    await server.close();
  }
}
