import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import type { Buyer } from '../support/buyer.ts';

/** The path of a file in this folder. */
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const TYPES: Record<string, string> = { css: 'text/css', js: 'text/javascript' };

function fileResponse(name: string, text: string): Response {
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
  return new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } });
}

/** Serves files at `/files/`, by the name that pages ask for. */
export function serveFiles(buyer: Buyer, files: Record<string, URL>): void {
  buyer.handle('/files/', ({ path }) => {
    const name = basename(path);
    const file = files[name];
    return file
      ? fileResponse(name, readFileSync(file, 'utf8'))
      : new Response(null, { status: 404 });
  });
}

/** Serves the page scripts of a library at `/scripts/` as they are written. */
export function serveScripts(buyer: Buyer, library: string): void {
  buyer.handle('/scripts/', ({ path }) =>
    fileResponse(path, readFileSync(pathOf(`${library}/${basename(path)}`), 'utf8')),
  );
}

/**
 * Serves the page scripts of a library at `/bundle/`, after a bundler has resolved their imports, and `capture.js` with them. Each worker of
 * Playwright's bundles them once.
 *
 * @param library the folder of the scripts: its name beside this module, or its path
 * @param plugins of the bundler
 */
export async function serveBundle(
  buyer: Buyer,
  library: string,
  plugins: Plugin[] = [],
): Promise<void> {
  const bundle = bundles.get(library) ?? bundleScripts(library, plugins);
  bundles.set(library, bundle);
  const chunks = await bundle;
  buyer.handle('/bundle/', ({ path }) => {
    const name = basename(path);
    const code = chunks.get(name);
    return code === undefined ? new Response(null, { status: 404 }) : fileResponse(name, code);
  });
}

const bundles = new Map<string, Promise<Map<string, string>>>();

/** Returns the code of each chunk, by the name of its file. */
async function bundleScripts(library: string, plugins: Plugin[]): Promise<Map<string, string>> {
  const scripts = readdirSync(pathOf(library))
    .filter((name) => /\.[jt]sx?$/.test(name))
    .map((name) => pathOf(`${library}/${name}`));
  const result = (await build({
    configFile: false,
    plugins,
    logLevel: 'error',
    base: './',
    define: {
      // StrictMode mounts twice in React's development build only.
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    resolve: {
      // The first one leads to the sources of this package; the others are Vite's own.
      conditions: ['vaultlink-source', 'module', 'browser'],
      // The build that compiles templates in the page.
      alias: { vue: 'vue/dist/vue.esm-bundler.js' },
    },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: {
        input: [...scripts, pathOf('capture.js')],
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
      },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(
    result.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])),
  );
}
