import { isVaultError } from '../../protocol/index.ts';
import type { HealthReply } from '../../protocol/index.ts';
import type { WebBackend } from './web-backend.ts';
import { jsonReply } from './replies.ts';

/** Whether the process responds. Whoever starts it anew on a no would gain nothing from a store that is away, and lose pairs that wait for it. */
export function live(): Promise<Response> {
  return Promise.resolve(reply({ status: 'ok' }));
}

/**
 * Whether requests are to be sent here: the store can be reached, the keys open what it holds, and the backend does not drain. All else in the
 * configuration was checked before.
 */
export async function ready(backend: WebBackend): Promise<Response> {
  if (!(await canReachStore(backend)))
    return reply({ status: 'unavailable', store: 'unavailable' });
  await backend.watchForSetback();
  if (await hasWrongKeys(backend))
    return reply({ status: 'unavailable', store: 'ok', keys: 'wrong' });
  return reply({ status: backend.isDraining ? 'draining' : 'ok', store: 'ok' });
}

/** Whether the backend has begun to work: the store was reached once. From then on the other two say how it is. */
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
    // The operator has been told.
    return false;
  }
}

async function hasWrongKeys({ keyRing }: WebBackend): Promise<boolean> {
  try {
    await keyRing.look();
    return false;
  } catch (error) {
    // If the store has failed meanwhile, nothing is known about the keys.
    return isVaultError(error) && error.code === 'configuration_error';
  }
}

const reply = (health: HealthReply): Response =>
  jsonReply(health.status === 'ok' ? 200 : 503, health);
