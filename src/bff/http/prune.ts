import type { StoreUpkeep } from '../stores/store.ts';
import type { WebBackend } from './web-backend.ts';

/** Ports that pruning uses. */
export interface PrunePorts extends Pick<
  WebBackend,
  'settings' | 'watchForReplacement' | 'inFlight' | 'now' | 'pruneAtMs'
> {
  store: Pick<StoreUpkeep, 'prune'>;
}

/** Minimum time between two prunes in one process. */
const INTERVAL_MS = 600_000;

/** Prunes expired data in the background, at most once per interval. Requests trigger it, because timers do not run on every platform. */
export function pruneIfDue(ports: PrunePorts): void {
  const nowMs = ports.now();
  if (nowMs < ports.pruneAtMs) return;
  ports.pruneAtMs = nowMs + INTERVAL_MS;
  void ports.inFlight.add(prune(ports, nowMs));
}

const DAY_MS = 86_400_000;

async function prune(
  { store, settings, watchForReplacement }: PrunePorts,
  nowMs: number,
): Promise<void> {
  try {
    await store.prune(nowMs, nowMs - settings.grantLifetimeDays * DAY_MS);
    await watchForReplacement();
  } catch {
    // `reachableStore` has already emitted the failure.
  }
}
