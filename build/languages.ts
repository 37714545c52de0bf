/**
 * Writes `dist/vaultlink-language-<tag>.js` for each language of the elements, with its source map. A language is data and imports nothing, so it
 * needs no bundler. `vite build` does it at its end.
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
    const { code, map } = await minifyFile(file, typeless.code, typeless.map);
    writeFileSync(`dist/${file}`, code);
    writeFileSync(`dist/${file}.map`, JSON.stringify({ ...map, sources: [`../${source}`] }));
    files.push(file);
  }
  return files;
}
