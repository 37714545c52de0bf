import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { keepMemorySmall } from '../../../src/node/push/small-memory.ts';
import { killAll, vaultlink } from '../program.ts';
import { connectSellers, settingsFor } from './files.ts';

describe('keepMemorySmall', () => {
  /** What `execve` was called with. */
  let calls: unknown[][];
  const startedWith = (execArgv: string[], env: Record<string, string> = {}) => ({
    ...{ execPath: '/bin/node', execArgv, argv: ['node', '/cli.js', 'push', 'a b'], env },
    execve: (...parameters: unknown[]) => void calls.push(parameters) as never,
  });

  it('starts the program anew once, with all that it was started with', () => {
    calls = [];
    keepMemorySmall(startedWith(['--conditions=x'], { A: '1' }));
    const flag = '--optimize-for-size';
    const parameters = ['/bin/node', flag, '--conditions=x', '/cli.js', 'push', 'a b'];
    assert.deepEqual(calls, [['/bin/node', parameters, { MALLOC_ARENA_MAX: '1', A: '1' }]]);
    keepMemorySmall(startedWith(parameters.slice(1, 3)));
    assert.equal(calls.length, 1);
  });

  it('leaves what somebody has set as it is', () => {
    calls = [];
    keepMemorySmall(startedWith([], { MALLOC_ARENA_MAX: '4' }));
    assert.deepEqual(calls[0]?.[2], { MALLOC_ARENA_MAX: '4' });
  });

  it('goes on where the system cannot start it anew, or may not', () => {
    const { execPath, execArgv, argv, env } = startedWith([]);
    keepMemorySmall({ execPath, execArgv, argv, env });
    const refuse = () => {
      throw new Error('Access to this API has been restricted.');
    };
    keepMemorySmall({ ...startedWith([]), execve: refuse });
  });
});

describe('vaultlink push', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'vaultlink-'))));
  after(async () => {
    killAll();
    await rm(folder, { recursive: true });
  });

  it('works in little memory, in the process that was started, and says nothing of it', async () => {
    const storePath = join(folder, 'store.db');
    await connectSellers(storePath, 1);
    const path = join(folder, 'none.ndjson');
    await writeFile(path, '');
    const tell = `data:text/javascript,process.on('exit',()=>console.log(process.pid,process.ppid,process.execArgv[0],process.env.MALLOC_ARENA_MAX))`;
    const { closed, printed } = vaultlink(['push', '--packet', 'packet-1', path], {
      ...settingsFor('http://127.0.0.1:1', storePath),
      NODE_OPTIONS: `--import="${tell}"`,
    });
    assert.deepEqual(await closed, [0, null]);
    assert.match(printed.out, new RegExp(`^\\d+ ${process.pid} --optimize-for-size 1$`, 'm'));
    assert.doesNotMatch(printed.err, /Warning/);
  });
});
