import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';

/** The module of a page that imports packages. */
function pageModule(code: string): Plugin {
  return {
    name: 'page-module',
    resolveId: (id) => (id === 'page' ? '\0page' : null),
    load: (id) => (id === '\0page' ? code : null),
  };
}

/** Leaves what is imported dynamically out, as a chunk that the page downloads later. */
const laterChunks: Plugin = {
  name: 'later-chunks',
  // resolveId is not told that an import is dynamic.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  resolveDynamicImport: (specifier) =>
    typeof specifier === 'string' ? { id: specifier, external: true } : null,
};

/**
 * Bundles a module of a page in memory, with the packages that it imports, as Vite does by default.
 *
 * @param code the module's code
 * @param options.from the sources of this package, or what is built of them, as a user has it
 * @param options.root the folder in which its packages are looked for first
 * @returns the code of the first chunk; what the page downloads later is not in it
 */
export async function bundlePage(
  code: string,
  { from = 'sources', root = '.' }: { from?: 'sources' | 'dist'; root?: string } = {},
): Promise<string> {
  const conditions = from === 'sources' ? ['vaultlink-source'] : [];
  const outputs = (await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [pageModule(code), laterChunks],
    resolve: { conditions: [...conditions, 'browser', 'module'] },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: 'page' },
    },
  })) as Rolldown.RolldownOutput;
  const entry = outputs.output.find((file) => file.type === 'chunk' && file.isEntry);
  return (entry as Rolldown.OutputChunk).code;
}
