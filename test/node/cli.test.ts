import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { callVaultlink, stopCalls } from './in-process.ts';
import { killAll, start, vaultlink } from './program.ts';

/** A program that does not stop must fail its test, not hold up all of them. */
const limit = { timeout: 120_000 };
afterEach(async () => {
  killAll();
  await stopCalls();
});

/** A sandbox that writes the variables of a backend into a file. */
const TRIAL = ['sandbox', '--port', '0', '--backend', 'http://localhost:3000'];

describe('the vaultlink command', () => {
  it('says what each command does', limit, async () => {
    for (const [parameters, command] of [
      [[], vaultlink],
      [['--help'], callVaultlink],
      [['-h'], callVaultlink],
    ] as const) {
      const { closed, printed } = command([...parameters]);
      assert.deepEqual(await closed, [0, null]);
      assert.match(printed.out, /^Usage: vaultlink COMMAND\n[^]* serve [^]* sandbox /);
    }
  });

  it('explains each command, with every variable', limit, async () => {
    const serve = callVaultlink(['serve', '--help']);
    assert.deepEqual(await serve.closed, [0, null]);
    for (const name of ['BASE_URL', 'CLIENT_SECRET', 'KEYS', 'STORE', 'STATIC', 'SUBJECT_HEADER']) {
      assert.match(serve.printed.out, new RegExp(` VAULTLINK_${name} `));
    }
    const sandbox = callVaultlink(['sandbox', '--help']);
    assert.deepEqual(await sandbox.closed, [0, null]);
    assert.match(sandbox.printed.out, /--port N/);
  });

  it('names what it does not know, and ends with code 2', limit, async () => {
    const table: [string[], RegExp][] = [
      [['frobnicate'], /^Unknown command "frobnicate"\.\nSee "vaultlink --help"\.\n$/],
      [['serve', '--port', '1'], /^Unknown option '--port'/],
      [['sandbox', '--port', 'many'], /^--port must be .*\nSee "vaultlink sandbox --help"\.\n$/],
      [['sandbox', '--data', '-x.db'], /^--data needs a value\. .* write --data=-…\.\n/],
      [['sandbox', '--data'], /^--data needs a value\. /],
      [
        ['sandbox', '--endlink', 'survey.example'],
        /^--endlink must be an absolute http or https URL/,
      ],
      [
        ['sandbox', '--endlink', 'https://survey.example/?t={endlink_token}'],
        /^--endlink must have \{\{endlink_token\}\} as the whole value of "t"/,
      ],
      [['sandbox', '--backend', 'localhost:3000'], /^--backend must be an origin/],
      [['sandbox', '--backend', 'http://localhost:3000/vault'], /^--backend must be an origin/],
      [
        [...TRIAL, '--env', 'no-such-folder/.env'],
        /^--env no-such-folder\/\.env: the folder no-such-folder does not exist\.\n$/,
      ],
      [[...TRIAL, '--env', 'test'], /^--env test: EISDIR/],
      [['serve', '--env', 'no-such-file'], /^--env no-such-file: /],
    ];
    for (const [parameters, sentence] of table) {
      const { closed, printed } = callVaultlink(parameters);
      assert.deepEqual(await closed, [2, null]);
      assert.match(printed.err, sentence);
      assert.equal(printed.out, '');
    }
  });

  it('runs the sandbox, and ends with 0 on SIGTERM', limit, async () => {
    const program = vaultlink(['sandbox', '--port', '0']);
    const [, address = ''] = await program.says(/^listening on (http:\/\/127\.0\.0\.1:\d+)\n/);
    const state = await fetch(`${address}/sandbox/state`);
    assert.equal(state.status, 200);
    await state.body?.cancel();
    program.stop();
    assert.deepEqual(await program.closed, [0, null]);
  });

  it('begins a sandbox with the endlinks and the backend that it is given', limit, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vaultlink-cli-'));
    const file = join(folder, 'trial.env');
    try {
      const pages = ['http://localhost:5173/', 'https://survey.example/?campaign=1'];
      const endlinks = pages.flatMap((page) => ['--endlink', page]);
      const backend = ['--backend', 'http://localhost:3000', '--env', file];
      const program = callVaultlink(['sandbox', '--port', '0', ...endlinks, ...backend]);
      const [, address = ''] = await program.says(/^listening on (\S+)\n/);
      await program.says(/"vaultlink serve --env/);
      const state = (await (await fetch(`${address}/sandbox/state`)).json()) as {
        packets: { id: string; questions: { endlink_url?: string }[] }[];
      };
      assert.deepEqual(
        state.packets.map(({ id, questions }) => questions[0]?.endlink_url ?? id),
        [...pages, 'coffee-profile'],
      );

      const store = { VAULTLINK_STORE: 'memory:', PORT: '0' };
      const serve = vaultlink(['serve', '--env', file], store);
      const [, origin = ''] = await serve.says(/^listening on (\S+)\n/);
      const ready = await fetch(`${origin}/vault/health/ready`);
      assert.equal(ready.status, 200, await ready.text());
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says in one line that a port is taken, and ends with code 1', limit, async () => {
    const first = callVaultlink(['sandbox', '--port', '0']);
    const [, port = ''] = await first.says(/^listening on \S+:(\d+)\n/);
    const { closed, printed } = vaultlink(['sandbox', '--port', port]);
    assert.deepEqual(await closed, [1, null]);
    assert.equal(
      printed.err,
      `Port ${port} is in use. Stop the program that uses it, or choose another port: --port 0 takes a free one.\n`,
    );
  });

  it('says in one line that Node.js is too old', limit, async () => {
    const pretend = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" })';
    const { closed, printed } = start(
      process.execPath,
      [`--import=data:text/javascript,${encodeURIComponent(pretend)}`, 'src/node/cli.ts'],
      {},
    );
    assert.deepEqual(await closed, [2, null]);
    assert.equal(printed.err, 'vaultlink needs Node.js 22.13 or newer; this is 20.20.2.\n');
  });
});
