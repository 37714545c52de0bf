import type { WebBackend } from './web-backend.ts';

/** How often one process clears away at most. */
const INTERVAL_MS = 600_000;

/** Clears away what has expired, now and then, beside a call that adds to it, which does not wait for it. A timer would not run everywhere. */
export function pruneNowAndThen(backend: WebBackend): void {
  const nowMs = backend.now();
  if (nowMs < backend.pruneAtMs) return;
  backend.pruneAtMs = nowMs + INTERVAL_MS;
  void backend.underWay.add(prune(backend, nowMs));
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
    // The operator has been told.
  }
}
