/** The budgets of the built files, compressed with brotli. */
import { globSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

/** Bytes of each language at most. */
const LANGUAGE_LIMIT = 950;

const row = (bytes, files, name = files) => ({
  name,
  path: [files].flat().map((file) => `dist/${file}`),
  limit: `${bytes} B`,
});

const LANGUAGES = 'vaultlink-language-*.js';

const [largest = { file: LANGUAGES }, ...others] = globSync(LANGUAGES, { cwd: 'dist' })
  .map((file) => ({ file, bytes: brotliCompressSync(readFileSync(`dist/${file}`)).length }))
  .sort((a, b) => b.bytes - a.bytes);

/** The row of the largest language stands for all of them. Each other one has a row only if it is too large, so that the build names it. */
const languages = [
  row(LANGUAGE_LIMIT, largest.file, `${largest.file}, the largest language`),
  ...others
    .filter(({ bytes }) => bytes > LANGUAGE_LIMIT)
    .map(({ file }) => row(LANGUAGE_LIMIT, file)),
];

export default [
  row(6105, 'vaultlink.js'),
  row(9890, 'vaultlink-token.js', 'landing or middle page besides it'),
  row(
    10_880,
    ['vaultlink-token.js', 'vaultlink-relay.js'],
    'finishing page without elements besides it',
  ),
  row(13_750, 'vaultlink-elements.js', 'vaultlink-elements.js (Lit and all three elements)'),
  row(30_340, 'vaultlink-all.js'),
  row(980, 'vaultlink-dry-run.js'),
  row(3395, 'vaultlink-diagnostics.js'),
  row(270, 'vaultlink-debug.js'),
  row(5390, 'vaultlink-debug-panel.js', 'vaultlink-debug-panel.js, for developers'),
  row(3000, 'vaultlink-authorize.js'),
  ...languages,
];
