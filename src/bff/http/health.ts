import { isVaultError } from '../../protocol/index.ts';
import type { HealthReply } from '../../protocol/index.ts';
import { sleep } from '../sleep.ts';
import type { WebBackend } from './web-backend.ts';
import { clientAddressOf } from './client-address.ts';
import { jsonReply } from './replies.ts';
import { pageHeaderOf } from './route-request.ts';
import type { RouteRequest } from './route-request.ts';
import type { RouteResponse } from './replies.ts';

/** Ports that the readiness probe uses. */
type ReadinessPorts = Pick<
  WebBackend,
  'probe' | 'hasStarted' | 'keyRing' | 'watchForReplacement' | 'isDraining' | 'settings'
>;

/** Time limit of the answer to a probe, in milliseconds. Kubernetes waits for a second by default. */
const PROBE_TIMEOUT_MS = 1000;

/**
 * Answers the liveness probe. It ignores the store: restarting the process would not bring the store back, but would lose token pairs that are not
 * saved yet.
 */
export function live(): Promise<RouteResponse> {
  return Promise.resolve(reply({ status: 'ok' }));
}

/**
 * Answers the readiness probe: the store is reachable, the keys open its grants, and the backend is not draining. The rest of the configuration was
 * checked at creation. A store that has not responded after a second cannot be reached. If it then responds to nothing more, the state of the keys is
 * unknown, and the answer does not wait for it. Only a request with the header of pages is told whether its address is known, because a monitor may call
 * the backend directly and not through the proxy.
 */
export async function ready(ports: ReadinessPorts, request: RouteRequest): Promise<RouteResponse> {
  return withTimeout(async (orLate) => {
    if (!(await orLate(canReachStore(ports)))) return reply(UNREACHABLE);
    const checks = ports.watchForReplacement().then(() => areKeysWrong(ports));
    if (await orLate(checks)) return reply({ status: 'unavailable', store: 'ok', keys: 'wrong' });
    const isUnknown =
      pageHeaderOf(request) !== null && clientAddressOf(ports, request) === undefined;
    return reply({
      status: ports.isDraining ? 'draining' : 'ok',
      store: 'ok',
      ...(isUnknown && { client_address: 'unknown' }),
    });
  });
}

/** Answers the startup probe: the store was reached at least once. */
export async function startup(ports: StorePorts): Promise<RouteResponse> {
  return withTimeout(async (orLate) => {
    const hasStarted = ports.hasStarted || (await orLate(canReachStore(ports)));
    return reply(hasStarted ? { status: 'ok' } : UNREACHABLE);
  });
}

const UNREACHABLE: HealthReply = { status: 'unavailable', store: 'unavailable' };

/** Runs `work`. @param work is given a function that awaits a promise, or returns `undefined` once the time limit of the probe is over */
async function withTimeout<R>(
  work: (orLate: <T>(promise: Promise<T>) => Promise<T | undefined>) => Promise<R>,
): Promise<R> {
  const timer = new AbortController();
  const late = sleep(PROBE_TIMEOUT_MS, timer.signal).then(() => undefined);
  try {
    return await work((promise) => Promise.race([promise, late]));
  } finally {
    timer.abort();
  }
}

/** Ports that reaching the store uses. */
type StorePorts = Pick<WebBackend, 'probe' | 'hasStarted'>;

async function canReachStore(ports: StorePorts): Promise<boolean> {
  try {
    await ports.probe.ping();
    ports.hasStarted = true;
    return true;
  } catch {
    // `reachableStore` has already emitted the failure.
    return false;
  }
}

async function areKeysWrong({ keyRing }: Pick<WebBackend, 'keyRing'>): Promise<boolean> {
  try {
    await keyRing.checkSample();
    return false;
  } catch (error) {
    // If the store has failed meanwhile, the state of the keys is unknown.
    return isVaultError(error) && error.code === 'configuration_error';
  }
}

const reply = (health: HealthReply): RouteResponse =>
  jsonReply(health.status === 'ok' ? 200 : 503, health);
