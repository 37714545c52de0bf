import type { TagOptions } from './options.ts';
import type { EndlinkEngine, ImportPart, PartLoader, PartName, Parts } from './parts.ts';

/** How long until a part that could not be downloaded is asked for again: so much longer each time. */
const RELOAD_DELAY_MS = 5000;

/**
 * Downloads and starts the parts of a page.
 *
 * @param importPart how this door downloads a part
 * @param getEngine the engine that a part is started with
 */
export function createPartLoader(
  importPart: ImportPart,
  options: TagOptions,
  getEngine: () => EndlinkEngine,
): PartLoader {
  const started: Partial<Record<PartName, unknown>> = {};
  const downloads: Partial<Record<PartName, Promise<unknown>>> = {};
  const waiting: Partial<Record<PartName, (() => void)[]>> = {};
  let failures = 0;

  const loadOnce = async (name: PartName): Promise<unknown> => {
    let module;
    try {
      module = await importPart(name, failures, options);
    } catch (error) {
      // As text: the stack of an error may name the address of the page, and the token in it.
      console.warn(`[vaultlink] vaultlink-${name}.js cannot be loaded`, String(error));
      failures += 1;
      setTimeout(() => {
        downloads[name] = loadOnce(name);
      }, failures * RELOAD_DELAY_MS);
      return undefined;
    }
    try {
      // At once: what other parts ask for in the next moment is there.
      started[name] = module.start(getEngine());
      started[name] = await started[name];
      for (const resolve of waiting[name] ?? []) resolve();
      return started[name];
    } catch (error) {
      // Another download would not mend that.
      console.warn(`[vaultlink] vaultlink-${name}.js does not work here`, String(error));
      return undefined;
    }
  };

  const load = (name: PartName) => (downloads[name] ??= loadOnce(name)) as Promise<never>;

  return {
    load,
    started: (name) => started[name] as Parts[typeof name] | undefined,
    whenStarted: (name) =>
      new Promise((resolve) => {
        (waiting[name] ??= []).push(resolve);
        void load(name);
      }),
  };
}
