import { isVaultError, REQUEST_HEADER } from '../../protocol/index.ts';
import type { HealthReply } from '../../protocol/index.ts';
import type { WebBackend } from './web-backend.ts';
import { clientAddressOf } from './client-address.ts';
import { jsonReply } from './replies.ts';

/**
 * Answers the liveness probe. It ignores the store: restarting the process would not bring the store back, but would lose token pairs that are not
 * saved yet.
 */
export function live(): Promise<Response> {
  return Promise.resolve(reply({ status: 'ok' }));
}

/**
 * Answers the readiness probe: the store is reachable, the keys open its grants, and the backend is not draining. The rest of the configuration was
 * checked at creation. A monitor may call from beside the proxy, so only a request with the header of pages is told whether its address is known.
 */
export async function ready(backend: WebBackend, request: Request): Promise<Response> {
  if (!(await canReachStore(backend)))
    return reply({ status: 'unavailable', store: 'unavailable' });
  await backend.watchForSetback();
  if (await areKeysWrong(backend))
    return reply({ status: 'unavailable', store: 'ok', keys: 'wrong' });
  const isUnknown =
    request.headers.has(REQUEST_HEADER.name) && clientAddressOf(backend, request) === undefined;
  return reply({
    status: backend.isDraining ? 'draining' : 'ok',
    store: 'ok',
    ...(isUnknown && { client_address: 'unknown' }),
  });
}

/** Answers the startup probe: the store was reached at least once. */
export async function startup(backend: WebBackend): Promise<Response> {
  const hasStarted = backend.hasStarted || (await canReachStore(backend));
  return reply(hasStarted ? { status: 'ok' } : { status: 'unavailable', store: 'unavailable' });
}

async function canReachStore(backend: WebBackend): Promise<boolean> {
  try {
    await backend.store.ping();
    backend.hasStarted = true;
    return true;
  } catch {
    // `reachableStore` has already emitted the failure.
    return false;
  }
}

async function areKeysWrong({ keyRing }: WebBackend): Promise<boolean> {
  try {
    await keyRing.checkSample();
    return false;
  } catch (error) {
    // If the store has failed meanwhile, the state of the keys is unknown.
    return isVaultError(error) && error.code === 'configuration_error';
  }
}

const reply = (health: HealthReply): Response =>
  jsonReply(health.status === 'ok' ? 200 : 503, health);
