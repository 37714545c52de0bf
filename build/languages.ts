/**
 * Writes `dist/vaultlink-language-<tag>.js` for each language of the elements. A language is data and imports nothing, so it needs no
 * bundler and no source map. `vite build` does it at its end.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { transformWithOxc } from 'vite';
import { LANGUAGE_TAGS } from '../src/browser/elements/languages.ts';
import { minifyFile, TARGET } from './minify.ts';

const SOURCES = 'src/browser/elements/languages';

/**
 * Writes the files into `dist`.
 *
 * @returns their names
 */
export async function writeLanguages(): Promise<string[]> {
  const files: string[] = [];
  for (const tag of LANGUAGE_TAGS.split(' ')) {
    const source = `${SOURCES}/${tag}.ts`;
    const file = `vaultlink-language-${tag}.js`;
    const typeless = await transformWithOxc(readFileSync(source, 'utf8'), source, {
      target: TARGET,
    });
    const { code } = await minifyFile(file, typeless.code);
    writeFileSync(`dist/${file}`, code);
    files.push(file);
  }
  return files;
}
