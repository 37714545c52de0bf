import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startListeningService } from '../../support/service/listening-service.ts';
import { callVaultlink } from '../in-process.ts';
import { killAll, vaultlink } from '../program.ts';
import { connectSellers, resultsIn, settingsFor, writeAnswers } from './files.ts';
import { killAndResume } from './kill-and-resume.ts';

const LINES = 2000;
const SELLERS = 20;

describe('vaultlink push', () => {
  let folder: string;
  let storePath: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultlink-'));
    storePath = join(folder, 'store.db');
    await connectSellers(storePath, SELLERS);
  });
  after(async () => {
    killAll();
    for (const service of services) service.disconnect();
    await rm(folder, { recursive: true });
  });

  const services: ChildProcess[] = [];
  async function startCountingService(lines: number) {
    const service = fork('test/node/push/counting-service.ts', [String(lines)], {
      execArgv: ['--conditions=vaultlink-source'],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const [text] = (await once(service.stdout ?? service, 'data')) as [Buffer];
    const [, origin = ''] = /listening on (\S+)/.exec(String(text)) ?? [];
    services.push(service);
    return { origin };
  }

  it('a push that is killed again and again loses no line, and marks what it sent twice', async () => {
    const { origin } = await startCountingService(LINES);
    const answersPath = join(folder, 'many.ndjson');
    await writeAnswers(answersPath, LINES, SELLERS);
    const report = await killAndResume({
      cli: ['--conditions=vaultlink-source', 'src/node/cli.ts'],
      serviceOrigin: origin,
      storePath,
      answersPath,
      resultsPath: join(folder, 'many.results.ndjson'),
      lines: LINES,
      concurrency: 8,
      kills: 4,
    });
    const { kills, lost, unmarked, notOk } = report;
    assert.deepEqual(
      { kills, lost, unmarked, notOk },
      { kills: 4, lost: 0, unmarked: 0, notOk: 0 },
    );
  });

  it('a push prints a summary, and ends with 1 when a line failed', async () => {
    const { origin } = await startCountingService(1);
    const path = join(folder, 'few.ndjson');
    const line = (subject: string) => `{"subject":"${subject}","answers":{"line":"1"}}\n`;
    await writeFile(path, line('seller-1') + line('nobody'));
    const { closed, printed } = callVaultlink(
      ['push', '--packet', 'packet-1', path],
      settingsFor(origin, storePath),
    );
    assert.deepEqual(await closed, [1, null]);
    assert.match(printed.out, /^1 of 2 lines was accepted, 1 failed\.\n/);
    assert.match(printed.out, /\nResults: .*few\.results\.ndjson\n$/);
    assert.match(
      printed.err,
      /^Checking: [\d,]+ of [\d,]+ bytes.*\nSending: 2 of 2 lines.*1 failed\n/,
    );
  });

  it('a push completes what is in flight on SIGINT: nothing is sent twice afterwards', async () => {
    const { origin } = await startCountingService(LINES);
    const path = join(folder, 'stopped.ndjson');
    await writeAnswers(path, LINES, SELLERS);
    const settings = settingsFor(origin, storePath);
    const first = vaultlink(['push', '--packet', 'packet-1', path], settings);
    await fetch(`${origin}/after/50`);
    first.interrupt();
    await first.says(/Stopping/);
    await fetch(`${origin}/go-on`);
    assert.deepEqual(await first.closed, [130, null]);
    assert.match(first.printed.out, /lines remain\. Run the command again to continue/);
    const second = vaultlink(['push', '--packet', 'packet-1', path], settings);
    assert.deepEqual(await second.closed, [0, null]);
    const arrived: unknown = await (await fetch(`${origin}/arrived`)).json();
    assert.deepEqual(arrived, { total: LINES, missing: 0, repeated: [] });
  });

  it('a push completes what is in flight although nobody reads its output any more', async (context) => {
    const service = await startListeningService({ takesAnyToken: true });
    context.after(() => service.close());
    const held = service.pushEndpoint.holdEvery();
    const path = join(folder, 'unread.ndjson');
    await writeAnswers(path, LINES, SELLERS);
    const { hangUp, interrupt, closed } = vaultlink(
      ['push', '--packet', 'packet-1', path],
      settingsFor(service.origin, storePath),
    );
    await held.arrived;
    await hangUp();
    interrupt();
    held.release();
    assert.deepEqual(await closed, [130, null]);
    const sent: number[] = [];
    for await (const { line, ok } of resultsIn(join(folder, 'unread.results.ndjson'))) {
      if (ok) sent.push(line);
    }
    assert.equal(sent.length, service.requests.length);
  });

  it('a push names what is wrong with its parameters, and ends with 2', async () => {
    const path = join(folder, 'wrong.ndjson');
    await writeFile(path, '{"subject":"ada"}\n');
    const settings = settingsFor('http://127.0.0.1:1', storePath);
    const table: [string[], RegExp][] = [
      [[], /^The file of answers is missing\./],
      [[path], /^--packet is missing\./],
      [['--packet', '../p', path], /^--packet must contain only letters/],
      [['--packet', 'p', '--concurrency', '0', path], /^--concurrency must be a number from 1/],
      [['--packet', 'p', '-'], /must be in a file/],
      [['--packet', 'p', path], /wrong\.ndjson:1: "answers" is missing\.\nNothing was sent\.\n$/],
    ];
    for (const [parameters, sentence] of table) {
      const { closed, printed } = callVaultlink(['push', ...parameters], settings);
      assert.deepEqual(await closed, [2, null]);
      assert.match(printed.err, sentence);
    }
  });
});
