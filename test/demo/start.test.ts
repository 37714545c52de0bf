import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, it } from 'node:test';
import { announcement } from '../../demo/announcement.ts';
import { PROGRAM_VARIABLES } from '../node/program.ts';

const plain = { bold: (text: string) => text, quiet: (text: string) => text };

/** A program that does not stop must fail its test, not hold up all of them. */
const limit = { timeout: 120_000 };
const programs = new Set<ChildProcess>();
afterEach(() => {
  for (const program of programs) program.kill('SIGKILL');
  programs.clear();
});

/** Starts the program as `npm run demo` does. */
function start(...flags: string[]) {
  const program = spawn(
    process.execPath,
    ['--conditions=vaultlink-source', 'demo/start.ts', ...flags],
    // Run in a terminal, Node's test runner asks all its programs for colours.
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...PROGRAM_VARIABLES, FORCE_COLOR: '0' },
    },
  );
  programs.add(program);
  const printed = { out: '', err: '' };
  program.stdout.on('data', (text) => (printed.out += String(text)));
  program.stderr.on('data', (text) => (printed.err += String(text)));
  const closed = once(program, 'close') as Promise<[number | null, string | null]>;
  const isReady = async () => {
    while (!printed.out.includes('Ctrl+C')) await once(program.stdout, 'data');
  };
  return { program, printed, closed, isReady };
}

describe('the program of the demo', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`prints where to begin, and stops cleanly on ${signal}`, limit, async () => {
      const { program, printed, closed, isReady } = start('--port', '0');
      await isReady();
      const first = /Open (http:\/\/127\.0\.0\.1:\d+)\n/.exec(printed.out)?.[1];
      assert.ok(first, printed.out);
      assert.equal((await fetch(first)).status, 200);
      // A console in a browser keeps a stream open.
      const service = /Marketplace +(http:\S+)/.exec(printed.out)?.[1] ?? '';
      assert.equal((await fetch(`${service}/sandbox/events`)).status, 200);
      program.kill(signal);
      assert.deepEqual(await closed, [0, null]);
      assert.equal(printed.err, '');
      await assert.rejects(fetch(first));
    });
  }

  it('says what is wrong with a flag, and ends with code 2', limit, async () => {
    for (const flags of [['--port', 'many'], ['--port', '65533'], ['--colour']]) {
      const { printed, closed } = start(...flags);
      assert.deepEqual(await closed, [2, null]);
      assert.match(printed.err, /Usage: npm run demo/);
      assert.match(printed.err.split('\n')[0] ?? '', /--port must be|--colour/);
      assert.equal(printed.out, '');
    }
  });

  it('explains itself', limit, async () => {
    const { printed, closed } = start('--help');
    assert.deepEqual(await closed, [0, null]);
    assert.match(printed.out, /--port N/);
  });
});

describe('what the demo prints', () => {
  const demo = {
    service: 'http://localhost:4800',
    sample: 'http://127.0.0.1:4801',
    panel: 'http://127.0.0.1:4802',
    club: 'http://127.0.0.1:4803',
    takenPorts: [],
  };

  it('is aligned, short, and says how to stop', () => {
    const text = announcement(demo, plain);
    const rows = text.split('\n').filter((line) => /^ {2}(Marketplace|Panel|Club)/.test(line));
    assert.equal(rows.length, 3);
    assert.equal(new Set(rows.map((row) => row.indexOf('http'))).size, 1);
    assert.ok(text.split('\n').every((line) => line.length <= 80));
    assert.match(text, /Ctrl\+C stops it\./);
    assert.doesNotMatch(text, /Not to be had/);
  });

  it('names the ports that were taken', () => {
    const text = announcement({ ...demo, takenPorts: [4801, 4802] }, plain);
    assert.match(text, /Not to be had: port 4801, 4802\./);
  });
});
