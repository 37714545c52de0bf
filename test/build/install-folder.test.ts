import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { text } from 'node:stream/consumers';
import { installFolder } from '../../build/install-folder.ts';

/** Writes the lockfile of a folder whose one package lies beside it. */
function writeLockfile(folder: string, version: string): void {
  writeFileSync(join(folder, 'needed/package.json'), JSON.stringify({ name: 'needed', version }));
  const packages = {
    '': { devDependencies: { needed: 'file:needed' } },
    needed: { version, dev: true },
    'node_modules/needed': { resolved: 'needed', link: true },
  };
  const lockfile = { lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockfile));
}

describe('installFolder', () => {
  let folder: string;
  let leftover: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vaultlink-folder-'));
    leftover = join(folder, 'node_modules/leftover');
    mkdirSync(join(folder, 'needed'));
    const manifest = { private: true, devDependencies: { needed: 'file:needed' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeLockfile(folder, '1.0.0');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('installs what is missing, in one line, and does nothing the next time', ({ mock }) => {
    const printed = mock.method(console, 'error', () => undefined);
    installFolder(folder);
    assert.ok(existsSync(join(folder, 'node_modules/needed/package.json')));
    assert.deepEqual(
      printed.mock.calls.map((call) => call.arguments),
      [[`npm ci in ${folder}: its packages are not installed.`]],
    );

    writeFileSync(leftover, '');
    installFolder(folder);
    assert.ok(existsSync(leftover));
    assert.equal(printed.mock.callCount(), 1);
  });

  it('installs again after a change of the lockfile', ({ mock }) => {
    const printed = mock.method(console, 'error', () => undefined);
    installFolder(folder);
    writeFileSync(leftover, '');
    writeLockfile(folder, '1.0.1');
    installFolder(folder);
    assert.ok(!existsSync(leftover));
    assert.match(String(printed.mock.calls[1]?.arguments[0]), /may be others than those of its/);
  });

  it('throws with what npm says where that fails, and tries again the next time', ({ mock }) => {
    mock.method(console, 'error', () => undefined);
    writeFileSync(join(folder, 'package-lock.json'), '{');
    assert.throws(() => installFolder(folder), /^Error: npm ci failed in .*: npm error /);
    writeLockfile(folder, '1.0.0');
    installFolder(folder);
    assert.ok(existsSync(join(folder, 'node_modules/needed/package.json')));
  });

  it('installs once where two processes need the folder at the same time', async () => {
    const run = () => text(spawn(process.execPath, ['build/install-folder.ts', folder]).stderr);
    const printed = (await Promise.all([run(), run()])).join('');
    assert.equal(printed, `npm ci in ${folder}: its packages are not installed.\n`);
  });
});
