import type { WebBackend } from './web-backend.ts';

/** Minimum time between two prunes in one process. */
const INTERVAL_MS = 600_000;

/** Prunes expired data in the background, at most once per interval. Requests trigger it, because timers do not run on every platform. */
export function pruneIfDue(backend: WebBackend): void {
  const nowMs = backend.now();
  if (nowMs < backend.pruneAtMs) return;
  backend.pruneAtMs = nowMs + INTERVAL_MS;
  void backend.inFlight.add(prune(backend, nowMs));
}

const DAY_MS = 86_400_000;

async function prune(
  { store, settings, watchForSetback }: WebBackend,
  nowMs: number,
): Promise<void> {
  try {
    await store.prune(nowMs, nowMs - settings.grantLifetimeDays * DAY_MS);
    await watchForSetback();
  } catch {
    // `reachableStore` has already emitted the failure.
  }
}
