import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), 'vaultlink-'));
after(() => rmSync(folder, { recursive: true }));

describe('a SQLite store on a full disk', () => {
  it('gives no lease that it cannot keep, so that a push fails at once and not after 40 seconds', async () => {
    const program = [
      process.execPath,
      '--conditions=vaultlink-source',
      'test/bff/stores/full-disk.ts',
    ];
    const limited = ['-c', 'ulimit -f 700; exec "$0" "$@"', ...program, join(folder, 'full.db')];
    const { stdout } = await run('sh', limited);
    assert.match(stdout, /^(disk I\/O error|database or disk is full)\n$/);
  });
});
