import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { startListeningService } from '../../support/service/listening-service.ts';
import { killAll, vaultlink } from '../program.ts';
import { connectSellers, settingsFor, writeAnswers } from './files.ts';

const limit = { timeout: 120_000 };

it(
  'vaultlink push names no subject in its results when VAULTLINK_SUBJECT_PRIVACY is hash',
  limit,
  async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'vaultlink-'));
    const service = await startListeningService({ takesAnyToken: true });
    context.after(async () => {
      killAll();
      await service.close();
      await rm(folder, { recursive: true });
    });
    const storePath = join(folder, 'store.db');
    const path = join(folder, 'answers.ndjson');
    await connectSellers(storePath, 2);
    await writeAnswers(path, 3, 4);
    const env = { ...settingsFor(service.origin, storePath), VAULTLINK_SUBJECT_PRIVACY: 'hash' };
    const { closed, printed } = vaultlink(['push', '--packet', 'packet-1', path], env);
    assert.deepEqual(await closed, [1, null], printed.err);
    const results = await readFile(join(folder, 'answers.results.ndjson'), 'utf8');
    // One of the users has connected, the others have not.
    assert.match(results, /\{"line":1,"ok":true,"attempts":1\}/);
    assert.match(results, /\{"line":2,"ok":false,"error":"not_connected"/);
    assert.doesNotMatch(results + printed.out + printed.err, /seller-/);
  },
);
