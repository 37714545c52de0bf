import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { startListeningService } from '../../support/service/listening-service.ts';
import { callVaultlink, stopCalls } from '../in-process.ts';
import { connectSellers, settingsFor, writeAnswers } from './files.ts';

describe('the results file of vaultlink push', () => {
  let folder: string;
  let service: Awaited<ReturnType<typeof startListeningService>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vaultlink-'));
    service = await startListeningService({ takesAnyToken: true });
    await connectSellers(join(folder, 'store.db'), 5);
    await writeAnswers(join(folder, 'answers.ndjson'), 20, 5);
  });
  afterEach(stopCalls);
  after(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const push = (resultsPath: string) =>
    callVaultlink(
      ['push', '--packet', 'packet-1', '--results', resultsPath, join(folder, 'answers.ndjson')],
      settingsFor(service.origin, join(folder, 'store.db')),
    );

  for (const isThere of [true, false]) {
    it(`is locked for a second run by a symbolic link, where it ${isThere ? 'exists' : 'does not exist yet'}`, async () => {
      const name = `results-${isThere}`;
      const path = join(folder, `${name}.ndjson`);
      const link = join(folder, `${name}-link.ndjson`);
      symlinkSync(`${name}.ndjson`, link);
      if (isThere) writeFileSync(path, '');
      service.forgetRequests();
      const arrived = Promise.withResolvers<undefined>();
      const released = Promise.withResolvers<undefined>();
      service.pushEndpoint.answerEvery(async (_, processRequest) => {
        arrived.resolve(undefined);
        await released.promise;
        return processRequest();
      });
      const first = push(path);
      await arrived.promise;
      const second = push(link);
      assert.deepEqual(await second.closed, [2, null]);
      assert.match(second.printed.err, /Another process is writing/);
      service.pushEndpoint.answerNormally();
      released.resolve(undefined);
      assert.deepEqual(await first.closed, [0, null]);
      assert.equal(service.pushEndpoint.requests.length, 20);
    });
  }

  for (const [what, pathIn] of [
    ['a folder', () => folder],
    ['a file in a folder that does not exist', () => join(folder, 'nowhere', 'results.ndjson')],
    ['below a file', () => join(folder, 'answers.ndjson', 'results.ndjson')],
    ['a link to a folder that does not exist', () => join(folder, 'broken-link.ndjson')],
  ] as const) {
    it(`is refused with code 2 and its path, and leaves nothing behind, where it is ${what}`, async () => {
      if (what.startsWith('a link')) {
        symlinkSync(join(folder, 'gone', 'results.ndjson'), pathIn());
      }
      mkdirSync(join(folder, 'empty'), { recursive: true });
      const before = readdirSync(folder);
      const { closed, printed } = push(pathIn());
      assert.deepEqual(await closed, [2, null]);
      assert.ok(printed.err.includes(pathIn()), printed.err);
      assert.match(printed.err, /cannot be written to .* Choose another file with --results/);
      assert.deepEqual(readdirSync(folder), before);
    });
  }
});
