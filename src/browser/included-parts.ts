import * as blockedStorage from './endlink/blocked-storage.ts';
import * as diagnostics from './endlink/diagnostics.ts';
import * as dryRun from './endlink/dry-run.ts';
import * as fill from './endlink/fill.ts';
import * as frames from './endlink/frames.ts';
import type { ImportPart, PartModule, PartName } from './endlink/parts.ts';
import * as relay from './endlink/relay.ts';
import * as scriptNavigation from './endlink/script-navigation.ts';
import * as token from './endlink/token-part.ts';

const parts: Record<PartName, PartModule> = {
  token,
  relay,
  'dry-run': dryRun,
  frames,
  fill,
  'script-navigation': scriptNavigation,
  'blocked-storage': blockedStorage,
  diagnostics,
  // The door defines them.
  elements: { start: () => ({}) },
  debug: {
    start() {
      console.warn('[vaultlink] vaultlink-all.js has no self-check panel. Try with vaultlink.js.');
      return {};
    },
  },
};

/** Returns a part that `vaultlink-all.js` contains. */
export const importIncludedPart: ImportPart = (name) => Promise.resolve(parts[name]);
