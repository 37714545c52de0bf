import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { writeIntegrity } from '../../build/integrity.ts';
import { writeZip, zipOf } from '../../build/zip.ts';
import { VERSION } from '../../src/browser/version.ts';
import { BROWSER_FILES, readBuilt } from './built.ts';

const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

describe('The hashes of the built files', () => {
  it('are those of each file that a page can load', () => {
    const hashes = JSON.parse(readBuilt('sri.json')) as Record<string, string>;
    assert.deepEqual(Object.keys(hashes).sort(), [...BROWSER_FILES].sort());
    for (const [file, hash] of Object.entries(hashes)) assert.equal(hash, hashOf(readBuilt(file)));
  });

  it('are in the tags to copy, under an address with the version', () => {
    const tags = [...readBuilt('tag.html').matchAll(/<script\s([^]*?)><\/script>/g)];
    const files = tags.map(([, attributes = '']) => {
      const [, file = ''] = /src="https:\/\/cdn\.example\/(.*)"/.exec(attributes) ?? [];
      const name = file.slice(`vaultlink@${VERSION}/dist/`.length);
      assert.equal(file, `vaultlink@${VERSION}/dist/${name}`);
      assert(attributes.includes(`integrity="${hashOf(readBuilt(name))}"`), attributes);
      assert(attributes.includes('crossorigin="anonymous"'), attributes);
      return name;
    });
    assert.deepEqual(files, ['vaultlink-all.js', 'vaultlink.js']);
  });

  it('follow the files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vaultlink-integrity-'));
    const files = ['vaultlink-all.js', 'vaultlink.js'];
    for (const file of files) writeFileSync(join(folder, file), `// ${file}`);
    writeIntegrity(folder, files);
    const first = readFileSync(join(folder, 'sri.json'), 'utf8');
    assert.equal(
      first,
      `${JSON.stringify({ 'vaultlink-all.js': hashOf('// vaultlink-all.js'), 'vaultlink.js': hashOf('// vaultlink.js') }, null, 2)}\n`,
    );
    writeFileSync(join(folder, 'vaultlink.js'), '// another');
    writeIntegrity(folder, files);
    assert.notEqual(readFileSync(join(folder, 'sri.json'), 'utf8'), first);
    rmSync(folder, { recursive: true });
  });
});

/** The names in an archive with what they hold, in the order of its central directory. */
function entriesOf(zip: Buffer): [string, string][] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + zip.readUInt16LE(at + field), 0);
    return [name, inflateRawSync(packed).toString()];
  });
}

describe('The archive for sites without npm', () => {
  it('holds every file that a page can load, the hashes, the tags and the licence, as they are built', () => {
    const archives = readdirSync('dist').filter((name) => name.endsWith('.zip'));
    assert.deepEqual(archives, [`vaultlink-browser-${VERSION}.zip`]);
    const entries = entriesOf(readFileSync(`dist/${archives[0] ?? ''}`));
    const names = [...BROWSER_FILES, 'sri.json', 'tag.html'];
    assert.deepEqual(
      entries.map(([name]) => name),
      ['LICENSE', ...names].sort(),
    );
    for (const [name, text] of entries)
      assert.equal(text, name === 'LICENSE' ? readFileSync(name, 'utf8') : readBuilt(name), name);
  });

  it('is the same to the byte for the same files, in another order and another time zone', async () => {
    const files = { 'b.js': Buffer.from('b'), 'a.js': Buffer.from('a'.repeat(1000)) };
    const first = await zipOf(files);
    const again = await zipOf({ 'a.js': files['a.js'], 'b.js': files['b.js'] });
    assert(first.equals(again));
    const code = `
      const { zipOf } = await import('./build/zip.ts');
      const files = { 'a.js': Buffer.from('a'.repeat(1000)), 'b.js': Buffer.from('b') };
      process.stdout.write((await zipOf(files)).toString('base64'));`;
    const elsewhere = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
      encoding: 'utf8',
      env: { ...process.env, TZ: 'Pacific/Kiritimati' },
    });
    assert.equal(elsewhere, first.toString('base64'));
  });

  it('takes the place of the archive of another version', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vaultlink-zip-'));
    for (const name of ['vaultlink.js', 'sri.json', 'tag.html', 'vaultlink-browser-0.0.1.zip'])
      writeFileSync(join(folder, name), name);
    const path = await writeZip(folder, ['vaultlink.js']);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.zip')),
      [`vaultlink-browser-${VERSION}.zip`],
    );
    assert.deepEqual(entriesOf(readFileSync(path))[3], ['vaultlink.js', 'vaultlink.js']);
    rmSync(folder, { recursive: true });
  });
});
