import { isPlaceholder, readLanding } from '../../protocol/endlink.ts';
import { isPrerendering, ownGlobal, settingsOfPage } from '../unclobbered.ts';
import { landingNamesOf } from './options.ts';
import type { EndlinkEngine } from './parts.ts';
import type { EndlinkState } from './state.ts';
import { createTabRecord } from './tab-record.ts';

/** The address of this page when its state was first read, and that time by this machine's clock. */
let landing: { url: string; atMs: number } | undefined;

/**
 * Returns what the engine knows of this tab's token or, on a page without one, what it would know. Writes nothing: not the record, not the
 * address, not the history. Frameworks call it while they render, which may come to nothing.
 */
export function readSnapshot(): EndlinkState {
  const engine = ownGlobal('vaultlink') as EndlinkEngine | undefined;
  if (engine?.configure) return engine.state();
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  const { token, query, previous, entries, ...known } = {
    state: 'missing',
    ...createTabRecord().readRecord(),
  };
  landing ??= { url: location.href, atMs: Date.now() };
  const names = landingNamesOf(settingsOfPage() ?? {});
  const { token: landed, sellerId, interactionId } = readLanding(landing.url, names);
  // A prerendered page captures its token when it is activated.
  if (landed == null || landed === token || isPlaceholder(landed) || isPrerendering()) {
    return known as EndlinkState;
  }
  return { state: 'waiting', sellerId, interactionId, capturedAtMs: landing.atMs };
}

/** Returns the address that {@link readSnapshot} has read. A router may have changed it since. `undefined`: none yet. */
export const landingUrlInMemory = (): string | undefined => landing?.url;

/** Forgets the address that was read: for the unit tests of a page. */
export function forgetLanding(): void {
  landing = undefined;
}
