/**
 * Writes `dist/sri.json`, the integrity of each file that a page can load, and `dist/tag.html`, the tags to copy. `vite build` does it at its end.
 *
 * @see https://www.w3.org/TR/sri-2/
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { VERSION } from '../src/browser/version.ts';

/** Where the files of a version lie on a host that serves packages; who copies a tag puts in the host. */
const FOLDER_URL = `https://cdn.example/vaultlink@${VERSION}/dist`;

/** The value of an `integrity` attribute for these bytes. */
const integrityOf = (content: Uint8Array): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** The tags to copy, for a page that loads the files from another host. */
function tagsOf(integrity: Readonly<Record<string, string>>): string {
  const tag = (file: string) => `<script
  src="${FOLDER_URL}/${file}"
  integrity="${integrity[file] ?? ''}"
  crossorigin="anonymous"
  data-base-url="https://service.example"
></script>`;
  return `<!-- Vaultlink ${VERSION}. Take one of the two tags. Put your host in the place of cdn.example, and the service's address into data-base-url. -->

<!-- Everything in one file: the hash covers all that runs. In English. -->
${tag('vaultlink-all.js')}

<!-- The small file: the hash covers it alone, and not the files that it loads from beside itself. See docs/package.md. -->
${tag('vaultlink.js')}
`;
}

/** Writes both files into a folder that holds the built `files`. */
export function writeIntegrity(folder: string, files: readonly string[]): void {
  const integrity = Object.fromEntries(
    files.map((name) => [name, integrityOf(readFileSync(`${folder}/${name}`))]),
  );
  writeFileSync(`${folder}/sri.json`, `${JSON.stringify(integrity, null, 2)}\n`);
  writeFileSync(`${folder}/tag.html`, tagsOf(integrity));
}
