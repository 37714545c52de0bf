import { isPrerendering, settingsOfPage } from '../unclobbered.ts';
import { installEngine } from './engine.ts';
import type { EndlinkOptions } from './options.ts';
import { registerEngine } from '../registry.ts';
import type { EndlinkEngine, PartModule, PartName } from './parts.ts';
import { landingUrlInMemory } from './snapshot.ts';

/** The panel is the script tag's alone. */
type BundledPartName = Exclude<PartName, 'debug'>;

/** Imports of the parts, which a bundler follows. */
const parts: Record<BundledPartName, () => Promise<PartModule>> = {
  token: () => import('./token-part.ts'),
  relay: () => import('./relay.ts'),
  'dry-run': () => import('./dry-run.ts'),
  'blocked-storage': () => import('./blocked-storage.ts'),
  fill: () => import('./fill.ts'),
  'script-navigation': () => import('./script-navigation.ts'),
  frames: () => import('./frames.ts'),
  diagnostics: () => import('./diagnostics.ts'),
  // Who bundles the endlink imports the elements too, if the page has some.
  elements: () => Promise.resolve({ start: () => ({}) }),
};

/**
 * Imports a part that a bundler has made a file of.
 *
 * A browser remembers a module that it could not load, and the bundler has fixed its address. The error names it, in most browsers: with
 * another fragment it is another module. https://github.com/whatwg/html/issues/6768
 */
async function importPart(name: PartName, failures: number): Promise<PartModule> {
  try {
    return await parts[name as BundledPartName]();
  } catch (error) {
    const [address] = /https?:\/\/\S+/.exec(String(error)) ?? [];
    if (!failures || !address) throw error;
    return (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ `${address}#${failures}`
    )) as PartModule;
  }
}

/** Registers the engine of a bundle, whose parts the bundler has made files of. */
export function registerBundledEngine(): void {
  registerEngine(installBundledEngine);
}

function installBundledEngine(options: EndlinkOptions): EndlinkEngine {
  const url = location.href;
  const engine = installEngine(importPart, [settingsOfPage(), options]);
  const landingUrl = landingUrlInMemory();
  if (landingUrl && landingUrl !== url) readWhenActivated(engine, landingUrl);
  // The token of an earlier page of the tab, too.
  void engine.ready.then(() => engine.readRecord() && engine.load('token'));
  return engine;
}

/** Takes the token of an address that a router has changed since: at once, or when a prerendered page is activated. */
function readWhenActivated(engine: EndlinkEngine, url: string): void {
  if (isPrerendering()) void engine.ready.then(() => engine.readAddress(url));
  else engine.readAddress(url);
}
