import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import type { Scenario } from 'vaultlink/sandbox';
import { callVaultlink, stopCalls } from '../in-process.ts';
import type { Call } from '../in-process.ts';
import { killAll, vaultlink } from '../program.ts';

/** A program that hangs fails here. */
const limit = { timeout: 120_000 };
const ENDLINK = ['--endlink', 'https://survey.example/'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vaultlink-sandbox-'));
});
afterEach(async () => {
  killAll();
  await stopCalls();
  rmSync(folder, { recursive: true });
});
after(killAll);

const startSandbox = (...parameters: string[]) =>
  sandboxOf(callVaultlink(['sandbox', '--port', '0', ...parameters]));

/** Starts a sandbox in a process of its own. */
const startProgram = (...parameters: string[]) =>
  sandboxOf(vaultlink(['sandbox', '--port', '0', ...parameters]));

async function sandboxOf<Program extends Call>(program: Program) {
  const [, address = ''] = await program.says(/^listening on (\S+)\n/);
  const call = async (path: string, init?: RequestInit) => {
    const answer = await fetch(address + path, init);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const open = async () => {
    const body = JSON.stringify({ packet_id: 'packet-1', seller_id: 'seller-1' });
    const { body: opened } = await call('/sandbox/endlinks', { method: 'POST', body });
    return opened.token as string;
  };
  const scenario = async () => (await call('/sandbox/scenario')).body as Scenario;
  return { program, call, open, scenario };
}

async function refusal(...parameters: string[]): Promise<string[]> {
  const { closed, printed } = callVaultlink(['sandbox', '--port', '0', ...parameters]);
  assert.deepEqual(await closed, [2, null], printed.out);
  return printed.err.trimEnd().split('\n');
}

describe('the sample of vaultlink sandbox', () => {
  it('is served on an origin of its own, and its packet leads there', limit, async () => {
    const { program, scenario } = await startSandbox();
    const [, sample = ''] = await program.says(/^Sample survey: (\S+)\/ Two clicks/m);
    const page = await fetch(`${sample}/`);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /Open the survey/);
    const script = await fetch(`${sample}/vaultlink.js`);
    assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/);
    const endlinks = (await scenario()).packets?.flatMap(({ questions = [] }) => questions);
    assert.deepEqual(
      endlinks?.map(
        (question) =>
          typeof question === 'object' && 'endlink_url' in question && question.endlink_url,
      ),
      [`${sample}/landing.html`],
    );
    await stopCalls();
    await assert.rejects(fetch(sample));
  });

  it(
    'is left out by --no-sample, with a page or a file of your own, and beyond loopback',
    limit,
    async () => {
      const file = join(folder, 'scenario.json');
      writeFileSync(file, JSON.stringify({ version: 1 }));
      for (const options of [
        ['--no-sample'],
        ENDLINK,
        ['--data', join(folder, 'sandbox.db')],
        ['--scenario', file],
        ['--host', '0.0.0.0'],
      ]) {
        const { program, scenario } = await startSandbox(...options);
        const { packets = [] } = await scenario();
        assert.ok(!packets.some(({ id }) => id === 'sample-survey'), options[0]);
        assert.doesNotMatch(program.printed.out, /Sample survey/);
      }
    },
  );

  it('names the reason if --open opens no browser', limit, async () => {
    const program = callVaultlink(['sandbox', '--port', '0', '--open'], { CI: 'true' });
    await program.says(/^No browser is opened: this is continuous integration\.\n/m);
  });
});

describe('vaultlink sandbox --data', () => {
  it('continues after SIGTERM with what it knew, without duplicates', limit, async () => {
    const data = join(folder, 'sandbox.db');
    const first = await startProgram('--data', data, ...ENDLINK);
    const token = await first.open();
    first.program.stop();
    assert.deepEqual(await first.program.closed, [0, null]);
    assert.equal(statSync(data).mode & 0o077, 0, 'Only its owner can read the file.');

    const second = await startSandbox(
      '--data',
      data,
      ...ENDLINK,
      '--endlink',
      'https://b.example/',
    );
    const { packets, tokens } = await second.scenario();
    assert.deepEqual(
      packets?.map(({ questions }) => questions),
      ['https://survey.example/', 'https://b.example/'].map((endlink_url) => [
        { name: 'endlink', answer_type: 'endlink', endlink_url },
      ]),
    );
    assert.equal(tokens?.[0]?.token, token);
    const report = `/api/v3/endlinks/complete?service_endlink_token=${encodeURIComponent(token)}`;
    assert.equal((await second.call(report)).status, 200);
  });

  it('has after kill -9 what it had saved by itself', limit, async () => {
    const data = join(folder, 'sandbox.db');
    const first = await startProgram('--data', data, ...ENDLINK);
    const logSize = () => statSync(`${data}-wal`).size;
    const sizeBefore = logSize();
    const token = await first.open();
    while (logSize() === sizeBefore) await new Promise((resolve) => setImmediate(resolve));
    first.program.kill();
    await first.program.closed;

    const second = await startSandbox('--data', data);
    assert.deepEqual(
      (await second.scenario()).tokens?.map((one) => one.token),
      [token],
    );
  });

  it('refuses a file that another sandbox uses, and one that is no database', limit, async () => {
    const data = join(folder, 'sandbox.db');
    await startSandbox('--data', data);
    assert.deepEqual(await refusal('--data', data), [
      `--data ${data}: another sandbox is using this file.`,
    ]);
    const text = join(folder, 'notes.txt');
    writeFileSync(
      text,
      'These are notes, and they are longer than the header of a database.'.repeat(20),
    );
    const [line, ...others] = await refusal('--data', text);
    assert.match(line ?? '', /^--data .*notes\.txt: file is not a database$/);
    assert.deepEqual(others, []);
  });
});

describe('vaultlink sandbox --scenario', () => {
  it('begins with the scenario, and what the other options name', limit, async () => {
    const file = join(folder, 'scenario.json');
    writeFileSync(
      file,
      JSON.stringify({ version: 1, sellers: [{ id: 'amy' }], behaviour: { cors: false } }),
    );
    const { scenario } = await startSandbox('--scenario', file, ...ENDLINK);
    const { sellers, packets, behaviour } = await scenario();
    assert.deepEqual(
      sellers?.map(({ id }) => id),
      ['amy'],
    );
    assert.equal(packets?.length, 1);
    assert.deepEqual(behaviour, { cors: false });
  });

  it('names a file that is missing or not JSON, and every mistake in it', limit, async () => {
    const file = join(folder, 'scenario.json');
    assert.match((await refusal('--scenario', file)).join(), /^--scenario .*: ENOENT/);
    writeFileSync(file, '{');
    assert.deepEqual(await refusal('--scenario', file), [
      `--scenario ${file}: the file is not JSON.`,
    ]);
    writeFileSync(file, JSON.stringify({ version: 1, sellers: [{ id: '' }], faults: [{}] }));
    const lines = await refusal('--scenario', file);
    assert.equal(lines.length, 2);
    assert.match(lines[0] ?? '', /^--scenario .*: sellers\.0\.id: /);
    assert.match(lines[1] ?? '', /^--scenario .*: faults\.0\.kind: /);
  });
});

describe('vaultlink sandbox --seed', () => {
  it('makes the same tokens in every run, and warns that they can be guessed', limit, async () => {
    const first = await startSandbox('--seed', 'monday', ...ENDLINK);
    await first.program.says(/^Warning: with --seed, tokens and secrets can be guessed\.\n/);
    const second = await startSandbox('--seed', 'monday', ...ENDLINK);
    assert.equal(await first.open(), await second.open());
  });
});

describe('vaultlink sandbox --log', () => {
  it('prints a line for each opening and each request, without a whole token', limit, async () => {
    const { program, call, open } = await startSandbox('--log', ...ENDLINK);
    const token = await open();
    const [opening] = await program.says(/^\d\d:\d\d:\d\d seller-1 opened packet-1, .*\n/m);
    assert.match(
      opening,
      /which led to https:\/\/survey\.example\/\?service_endlink_token=…\S{4}&/,
    );
    await call(`/api/v3/endlinks/complete?service_endlink_token=${encodeURIComponent(token)}`);
    await call('/api/v3/endlinks/%1b[2J', { method: 'POST' });
    await program.says(
      /^\S+ #1 GET \/api\/v3\/endlinks\/complete 200: Spent token …\S{4}: complete → published\.\n/m,
    );
    await program.says(/^\S+ #2 POST \/api\/v3\/endlinks\/\S+ 404: Refused: /m);
    assert.ok(!program.printed.out.includes(token));
  });
});

describe('vaultlink sandbox --host', () => {
  it('warns of an address that other machines can reach', limit, async () => {
    const program = callVaultlink(['sandbox', '--port', '0', '--host', '0.0.0.0']);
    await program.says(/^Warning: 0\.0\.0\.0 is not a loopback address/);
  });
});

describe('vaultlink sandbox --allowed-host', () => {
  it('says which address to open and to write behind a proxy', limit, async () => {
    const env = join(folder, '.env');
    const backend = ['--backend', 'http://localhost:3000', '--env', env];
    const program = callVaultlink([
      'sandbox',
      '--port',
      '0',
      '--allowed-host',
      'a.example',
      ...backend,
    ]);
    const [line] = await program.says(/^Behind a proxy, .*\n/m);
    assert.equal(
      line,
      `Behind a proxy, open the address of the proxy: the pages then show it. Set VAULTLINK_BASE_URL in ${env} to this address as well.\n`,
    );
  });
});

describe('vaultlink sandbox --base-path', () => {
  it('prints and writes a base URL with the path, below which everything is', limit, async () => {
    const [env, data] = [join(folder, '.env'), join(folder, 'sandbox.db')];
    const backend = ['--backend', 'http://localhost:3000', '--env', env];
    const path = ['--base-path', 'team/market/'];
    const program = callVaultlink(['sandbox', '--port', '0', ...path, ...backend, '--data', data]);
    const [, baseUrl = ''] = await program.says(/^listening on (\S+)\n/);
    assert.match(baseUrl, /^http:\/\/127\.0\.0\.1:\d+\/team\/market$/);
    assert.ok(readFileSync(env, 'utf8').includes(`VAULTLINK_BASE_URL=${baseUrl}\n`));
    assert.equal((await fetch(`${baseUrl}/sandbox/state`)).status, 200);
    const outside = await fetch(new URL('/sandbox/state', baseUrl));
    assert.equal(outside.status, 404);
    assert.equal(await outside.text(), `The sandbox is below ${baseUrl}/\n`);
  });

  it('refuses a path that a URL parser would change', limit, async () => {
    const [line, ...others] = await refusal('--base-path', '/a?b');
    assert.match(line ?? '', /^--base-path: The base path "\/a\?b" is not usable\. /);
    assert.deepEqual(others, []);
  });
});
