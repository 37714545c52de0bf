import type { Backend } from '../backend.ts';

/** How often one process clears away at most. */
const INTERVAL_MS = 600_000;

/** Clears away what has expired, now and then, along with a call that adds to it: a timer would not run everywhere. */
export async function pruneNowAndThen(backend: Backend): Promise<void> {
  const nowMs = backend.now();
  if (nowMs < backend.pruneAtMs) return;
  backend.pruneAtMs = nowMs + INTERVAL_MS;
  try {
    await backend.store.prune(nowMs);
  } catch {
    // The operator has been told, and whoever calls has come for something else.
  }
}
