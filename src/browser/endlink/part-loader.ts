import type { TagOptions } from './options.ts';
import type { EndlinkEngine, ImportPart, PartLoader, PartName, Parts } from './parts.ts';

/** Milliseconds before a part that could not be downloaded is requested again, for each failure so far. */
const RELOAD_DELAY_MS = 5000;

/**
 * Downloads and starts the parts of a page.
 *
 * @param importPart downloads a part
 * @param getEngine the engine that a part is started with
 */
export function createPartLoader(
  importPart: ImportPart,
  options: TagOptions,
  getEngine: () => EndlinkEngine,
): PartLoader {
  const parts: PartLoader['parts'] = {};
  const downloads: Partial<Record<PartName, Promise<unknown> | undefined>> = {};
  const onStart: Partial<Record<PartName, () => void>> = {};
  const failures: Partial<Record<PartName, number>> = {};

  const load = (name: PartName) =>
    (downloads[name] ??= importPart(name, failures[name] ?? 0, options)
      .then(
        ({ start }) => {
          try {
            return (parts[name as 'token'] = start(getEngine()) as Parts['token']);
          } finally {
            onStart[name]?.();
          }
        },
        (error: unknown) => {
          // As text: the stack of an error may name the address of the page, and the token in it.
          console.warn(`[vaultlink] vaultlink-${name}.js cannot be loaded`, String(error));
          const count = (failures[name] ?? 0) + 1;
          failures[name] = count;
          setTimeout(() => {
            downloads[name] = undefined;
            void load(name);
          }, count * RELOAD_DELAY_MS);
        },
      )
      // The part has failed to start. Downloading it again would not help.
      .catch((error: unknown) =>
        console.warn(`[vaultlink] vaultlink-${name}.js does not work here`, String(error)),
      )) as Promise<never>;

  return {
    parts,
    load,
    whenStarted: (name) =>
      new Promise((resolve) => {
        onStart[name] = resolve;
        void load(name);
      }),
  };
}
