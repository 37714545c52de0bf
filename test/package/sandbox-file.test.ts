import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Script } from 'node:vm';
import { writeSandboxFile } from '../../build/sandbox-file.ts';
import { killAll, start } from '../node/program.ts';

/** A program that hangs fails here. */
const limit = { timeout: 120_000 };

let folder: string;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vaultlink-alone-'));
  await writeSandboxFile(folder);
});
after(() => {
  killAll();
  rmSync(folder, { recursive: true });
});

/** Starts the file in its folder, where nothing else is. */
const run = (...parameters: string[]) =>
  start(process.execPath, [join(folder, 'sandbox.mjs'), ...parameters], {});

describe('sandbox.mjs of a release', () => {
  it('is one file of at most 1 MB, which names nothing of the machine that it was built on', () => {
    assert.deepEqual(readdirSync(folder), ['sandbox.mjs']);
    assert.ok(statSync(join(folder, 'sandbox.mjs')).size <= 1_000_000);
    const text = readFileSync(join(folder, 'sandbox.mjs'), 'utf8');
    assert.ok(!text.includes(process.cwd()));
    for (const [, module = ''] of text.matchAll(/\bimport\b[^;"'`()]*from\s*"([^"]*)"/g)) {
      assert.match(module, /^node:/);
    }
  });

  it('has the licence of each package in it', () => {
    const text = readFileSync(join(folder, 'sandbox.mjs'), 'utf8');
    const [notice = ''] = text.split('*/');
    assert.equal(notice.split('Permission is hereby granted').length - 1, 5);
  });

  it(
    'runs the sandbox without a package: a packet, the sample, and a seller who is paid',
    limit,
    async () => {
      const program = run('--port', '0');
      const [, service = '', sample = ''] = await program.says(
        /^listening on (\S+)\nSample survey: (\S+)\//,
      );
      const control = async <Body>(path: string, body?: object) => {
        const init = body && { method: 'POST', body: JSON.stringify(body) };
        return (await (await fetch(`${service}/sandbox/${path}`, init)).json()) as Body;
      };
      const packet = { name: 'Mine', endlink_url: 'https://survey.example/' };
      const { packet_id } = await control<{ packet_id?: string }>('packets', packet);
      assert.ok(packet_id);

      const script = await (await fetch(`${sample}/vaultlink.js`)).text();
      assert.equal(script, readFileSync('dist/vaultlink.js', 'utf8'));
      assert.match(await (await fetch(`${sample}/`)).text(), /Open the survey/);
      const headers = { origin: sample };
      const opened = await fetch(`${sample}/open`, { method: 'POST', headers, redirect: 'manual' });
      const { searchParams } = new URL(opened.headers.get('location') ?? '');
      const token = searchParams.get('service_endlink_token') ?? '';
      const report = `${service}/api/v3/endlinks/complete?service_endlink_token=${token}`;
      assert.equal((await fetch(report)).status, 200);
      const { sellers_packets } = await control<{ sellers_packets: { paid: boolean }[] }>('state');
      assert.deepEqual(
        sellers_packets.map(({ paid }) => paid),
        [true],
      );
      assert.match(await (await fetch(`${sample}/progress`)).text(), /Paid: €2\.50/);
      program.stop();
      assert.deepEqual(await program.closed, [0, null]);
    },
  );

  it('shows its console with the script of its pages', limit, async () => {
    const program = run('--port', '0', '--no-sample');
    const [, service = ''] = await program.says(/^listening on (\S+)\n/);
    const page = await (await fetch(`${service}/developer`)).text();
    const [, source = ''] = /<script src="([^"]+)"/.exec(page) ?? [];
    const script = await fetch(new URL(source, `${service}/developer`));
    assert.equal(script.status, 200);
    const text = await script.text();
    assert.ok(text.length > 1000);
    assert.doesNotThrow(() => new Script(text));
  });

  it('prints recipes', limit, async () => {
    const program = run('recipe', 'qualtrics', '--base-url', 'https://market.example');
    assert.deepEqual(await program.closed, [0, null]);
    assert.match(program.printed.out, /https:\/\/market\.example\/api\/v3\/endlinks\/complete/);
  });

  it('calls itself by its own name', limit, async () => {
    const help = run('sandbox', '--help');
    await help.closed;
    assert.match(help.printed.out, /^Usage: node sandbox\.mjs sandbox /);
    const unknown = run('serve');
    assert.deepEqual(await unknown.closed, [2, null]);
    assert.equal(unknown.printed.err, 'Unknown command "serve".\nSee "node sandbox.mjs --help".\n');
  });
});
