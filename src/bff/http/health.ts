import type { HealthReply } from '../../protocol/index.ts';
import type { Backend } from '../backend.ts';
import { jsonReply } from './reply.ts';

/** Whether the store can be reached. The configuration was checked before anything could be asked. */
export async function health({ store }: Backend): Promise<Response> {
  try {
    await store.ping();
    return jsonReply(200, { status: 'ok', store: 'ok' } satisfies HealthReply);
  } catch {
    return jsonReply(503, {
      status: 'unavailable',
      store: 'unavailable',
    } satisfies HealthReply);
  }
}
