import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { defineConfig } from 'vite';
import type { EnvironmentOptions, Plugin } from 'vite';
import { browserGlobals } from './build/browser-globals.ts';
import { writeIntegrity } from './build/integrity.ts';
import { writeLanguages } from './build/languages.ts';
import { escapeFile, minifyFile, TARGET } from './build/minify.ts';
import { writeZip } from './build/zip.ts';
import { VERSION } from './src/browser/version.ts';

/**
 * Each file that a page can load is a build of its own, so that none waits for a chunk that it shares. They find each other by name, from
 * beside themselves. The languages are files too, and are made by `writeLanguages`.
 */
const FILES: Record<string, { entry: string; format: 'iife' | 'es' }> = {
  vaultlink: { entry: 'src/browser/loader.ts', format: 'iife' },
  'vaultlink-token': { entry: 'src/browser/endlink/token-part.ts', format: 'es' },
  'vaultlink-relay': { entry: 'src/browser/endlink/relay.ts', format: 'es' },
  'vaultlink-dry-run': { entry: 'src/browser/endlink/dry-run.ts', format: 'es' },
  'vaultlink-blocked-storage': { entry: 'src/browser/endlink/blocked-storage.ts', format: 'es' },
  'vaultlink-frames': { entry: 'src/browser/endlink/frames.ts', format: 'es' },
  'vaultlink-fill': { entry: 'src/browser/endlink/fill.ts', format: 'es' },
  'vaultlink-script-navigation': {
    entry: 'src/browser/endlink/script-navigation.ts',
    format: 'es',
  },
  'vaultlink-diagnostics': { entry: 'src/browser/endlink/diagnostics.ts', format: 'es' },
  'vaultlink-debug': { entry: 'src/browser/debug/debug.ts', format: 'es' },
  'vaultlink-debug-panel': { entry: 'src/browser/debug/debug-panel.ts', format: 'es' },
  'vaultlink-elements': { entry: 'src/browser/elements/elements-part.ts', format: 'es' },
  'vaultlink-all': { entry: 'src/browser/all.ts', format: 'iife' },
  'vaultlink-authorize': { entry: 'src/browser/vault/authorize.ts', format: 'es' },
};

/** Leaves `import('./relay.ts')` an import, of the file that was built from it, under an address that carries the version. */
const partsBesideEachOther: Plugin = {
  name: 'parts-beside-each-other',
  applyToEnvironment: ({ name }) => name !== 'vaultlink_all',
  // resolveId is not told that an import is dynamic.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  resolveDynamicImport(specifier) {
    const file = typeof specifier === 'string' ? basename(specifier, '.ts') : '';
    const name = `vaultlink-${file.replace(/-part$/, '')}`;
    return name in FILES ? { id: `./${name}.js?v=${VERSION}`, external: true } : null;
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

/** Takes out what terser leaves: Vite's own minifier finds other things, and both together leave the fewest bytes. */
const minifyAgain: Plugin = {
  name: 'minify-again',
  renderChunk: {
    order: 'post',
    async handler(code, { fileName }, { format }) {
      const minified = await minifyFile(fileName, code);
      return format === 'iife' ? escapeFile(minified) : minified;
    },
  },
};

/**
 * Has Chromium compile all of the script tag's file while it downloads, and not function by function as each is called: the page waits for this
 * file. Evaluation at 4x slowdown took 12.1 ms instead of 16.3 with a token, 8.8 instead of 13.1 without (bare loader: 5.7).
 *
 * @see https://v8.dev/blog/explicit-compile-hints
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

/** Lit is part of the files, so it does not count for a page that has a Lit of its own and would be warned of two. */
const privateLit: Plugin = {
  name: 'private-lit',
  transform(code, id) {
    if (!id.includes('@lit/reactive-element/')) return null;
    return { code: code.replace(/\(\w+\.reactiveElementVersions.*?\.push\(.*?\)/, '0'), map: null };
  },
};

/** Takes the white space out of the style sheet. */
const withoutStyleSpace: Plugin = {
  name: 'without-style-space',
  transform(code, id) {
    if (!id.endsWith('elements/styles.ts')) return null;
    const shorten = (text: string) =>
      text
        .replace(/\s+/g, ' ')
        .replace(/ ?([{};]) ?/g, '$1')
        .replace(/: /g, ':');
    return { code: code.replace(/unsafeCSS\(`[^`]*`/, shorten), map: null };
  },
};

function environment(name: string, entry: string, format: 'iife' | 'es'): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      target: TARGET,
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
          sequences: format === 'iife',
          ...(format === 'iife' && {
            inline: false,
            pure_getters: true,
          }),
        },
        // Names that Lit shares among its packages. Nothing else in the file uses them.
        mangle: { properties: { regex: /^_\$/ } },
        format: { comments: false },
      },
      lib: { entry, formats: [format], name: 'vaultlinkLoader', fileName: () => `${name}.js` },
      rolldownOptions: {
        checks: { bundlerTimings: false },
        output: {
          codeSplitting: false,
          minify: false,
          ...(name === 'vaultlink' && { postBanner: COMPILE_HINT }),
        },
      },
    },
  };
}

const environmentName = (file: string) => file.replaceAll('-', '_');

export default defineConfig({
  logLevel: 'warn',
  plugins: [
    partsBesideEachOther,
    privateLit,
    withoutStyleSpace,
    withoutNotes,
    browserGlobals,
    minifyAgain,
  ],
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
      const bundles = Object.keys(FILES).map((file) => `${file}.js`);
      const files = [...bundles, ...(await writeLanguages())];
      writeIntegrity('dist', files);
      await writeZip('dist', files);
    },
  },
});
