/**
 * Writes `dist/vaultlink-browser-VERSION.zip`: the files of a page, for whoever has no npm. `vite build` does it at its end.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { VERSION } from '../src/browser/version.ts';

/** The first moment that an archive can tell, in the time of whatever zone this is: it is written without a zone. */
const MTIME = new Date(1980, 0, 1);

const MODE = 0o100644;

/** An archive of files, by their names in it. It depends neither on their order nor on the clock nor on the time zone: the same files make the same bytes. */
export async function zipOf(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const name of Object.keys(files).sort()) {
    const content = files[name] ?? Buffer.alloc(0);
    zip.addBuffer(content, name, { mtime: MTIME, mode: MODE, forceDosTimestamp: true });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/**
 * Writes the archive of the built `files` into their folder, with their integrity, in the place of those of other versions.
 *
 * @returns its path
 */
export async function writeZip(folder: string, files: readonly string[]): Promise<string> {
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.zip')))
    rmSync(`${folder}/${name}`);
  const names = [...files, 'sri.json', 'tag.html'];
  const contents = names.map((name) => [name, readFileSync(`${folder}/${name}`)] as const);
  const licence = { LICENSE: readFileSync('LICENSE') };
  const path = `${folder}/vaultlink-browser-${VERSION}.zip`;
  writeFileSync(path, await zipOf({ ...Object.fromEntries(contents), ...licence }));
  return path;
}
