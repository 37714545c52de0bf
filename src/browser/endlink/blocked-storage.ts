/**
 * The part for a page whose sessionStorage is blocked: `history.state` keeps the record, so that a reload and the back button find it.
 *
 * @module
 */
import type { EndlinkEngine, Parts } from './parts.ts';

/** Starts the part. */
export function start(engine: EndlinkEngine): Parts['blocked-storage'] {
  keepRecordInHistory(engine);
  return {};
}

/** Keeps the record beside what a router has in `history.state`, so that a reload and the back button find it while the address stays clean. */
function keepRecordInHistory(engine: EndlinkEngine): void {
  const write = () => {
    const record = engine.record();
    const state = history.state as { vaultlink?: unknown } | null;
    if (!record?.inMemory || JSON.stringify(state?.vaultlink) === JSON.stringify(record)) return;
    // An entry without a state is left alone until routers have started: some cannot start from a state that they do not know.
    if (state || document.readyState === 'complete')
      history.replaceState({ ...state, vaultlink: record }, '');
  };
  engine.subscribe(write);
  addEventListener('load', () => setTimeout(write));
}
