import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { defineConfig } from 'vite';
import type { EnvironmentOptions, Plugin } from 'vite';

/** The languages that are downloaded. English is part of the elements. */
const LANGUAGES = readdirSync('src/browser/elements/languages')
  .map((file) => basename(file, '.ts'))
  .filter((tag) => tag !== 'en');

/**
 * Each file that a page can load is a build of its own, so that none waits for a chunk that it shares. They find each other by name, from
 * beside themselves.
 */
const FILES: Record<string, { entry: string; format: 'iife' | 'es' }> = {
  vaultlink: { entry: 'src/browser/loader.ts', format: 'iife' },
  'vaultlink-report': { entry: 'src/browser/endlink/report.ts', format: 'es' },
  'vaultlink-page': { entry: 'src/browser/endlink/page.ts', format: 'es' },
  'vaultlink-relay': { entry: 'src/browser/endlink/relay.ts', format: 'es' },
  'vaultlink-diagnostics': { entry: 'src/browser/endlink/diagnostics.ts', format: 'es' },
  'vaultlink-elements': { entry: 'src/browser/elements/define.ts', format: 'es' },
  'vaultlink-authorize': { entry: 'src/browser/vault/authorize.ts', format: 'es' },
  ...Object.fromEntries(
    LANGUAGES.map((tag) => [
      `vaultlink-language-${tag}`,
      { entry: `src/browser/elements/languages/${tag}.ts`, format: 'es' },
    ]),
  ),
};

/** Lets the built elements find the languages beside themselves, under an address that a retry can change. */
const languagesBesideElements: Plugin = {
  name: 'languages-beside-elements',
  enforce: 'pre',
  resolveId(specifier, importer) {
    return specifier === './import-language.ts' && importer
      ? resolve(dirname(importer), 'import-built-language.ts')
      : null;
  },
};

/** Leaves `import('./report.ts')` an import, of the file that was built from it. */
const partsBesideEachOther: Plugin = {
  name: 'parts-beside-each-other',
  // resolveId is not told that an import is dynamic.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  resolveDynamicImport(specifier) {
    const name = typeof specifier === 'string' ? `vaultlink-${basename(specifier, '.ts')}` : '';
    return name in FILES ? { id: `./${name}.js`, external: true } : null;
  },
};

/** Vite keeps these notes for a bundler to come. None does: a page loads the files as they are. Of the same length, so that the maps stay right. */
const withoutNotes: Plugin = {
  name: 'without-notes',
  renderChunk(code) {
    return {
      code: code.replace(/\/\* @__PURE__ \*\//g, (note) => ' '.repeat(note.length)),
      map: null,
    };
  },
};

function environment(name: string, entry: string, format: 'iife' | 'es'): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      target: 'es2022',
      outDir: 'dist',
      emptyOutDir: false,
      // Maps for whoever debugs, without a byte in the file.
      sourcemap: 'hidden',
      // Here bytes count: terser leaves fewer than the default.
      minify: 'terser',
      terserOptions: {
        ecma: 2020,
        module: format === 'es',
        toplevel: true,
        compress: {
          passes: 3,
          unsafe_arrows: true,
          // Of no use for the raw size, but brotli leaves fewer bytes.
          hoist_funs: format === 'iife',
          sequences: format === 'iife',
        },
        format: { comments: false },
      },
      lib: { entry, formats: [format], name: 'vaultlinkLoader', fileName: () => `${name}.js` },
      rolldownOptions: {
        checks: { bundlerTimings: false },
        output: { codeSplitting: false, minify: false },
      },
    },
  };
}

const environmentName = (file: string) => file.replaceAll('-', '_');

export default defineConfig({
  logLevel: 'warn',
  plugins: [partsBesideEachOther, languagesBesideElements, withoutNotes],
  define: { BUILT_LANGUAGES: JSON.stringify(LANGUAGES.join(' ')) },
  environments: Object.fromEntries(
    Object.entries(FILES).map(([file, { entry, format }]) => [
      environmentName(file),
      environment(file, entry, format),
    ]),
  ),
  builder: {
    async buildApp(builder) {
      for (const file of Object.keys(FILES)) {
        await rm(`dist/${file}.js`, { force: true });
        const target = builder.environments[environmentName(file)];
        if (target) await builder.build(target);
      }
    },
  },
});
