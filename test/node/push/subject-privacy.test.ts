import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { listen } from 'vaultlink/node';
import { killAll, vaultlink } from '../program.ts';
import { pushReply } from '../service-replies.ts';
import { connectSellers, settingsFor, writeAnswers } from './files.ts';

const limit = { timeout: 120_000 };

it(
  'vaultlink push names no subject in its results where VAULTLINK_SUBJECT_PRIVACY is hash',
  limit,
  async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'vaultlink-'));
    const listener = await listen(async (request) => {
      const { id } = (await request.json()) as { id: string };
      return Response.json(pushReply(id));
    });
    context.after(async () => {
      killAll();
      await listener.close();
      await rm(folder, { recursive: true });
    });
    const storePath = join(folder, 'store.db');
    const path = join(folder, 'answers.ndjson');
    await connectSellers(storePath, 2);
    await writeAnswers(path, 3, 4);
    const env = { ...settingsFor(listener.origin, storePath), VAULTLINK_SUBJECT_PRIVACY: 'hash' };
    const { closed, printed } = vaultlink(['push', '--packet', 'packet-1', path], env);
    assert.deepEqual(await closed, [1, null], printed.err);
    const results = await readFile(join(folder, 'answers.results.ndjson'), 'utf8');
    // One of the users has connected, the others have not.
    assert.match(results, /\{"line":1,"ok":true,"attempts":1\}/);
    assert.match(results, /\{"line":2,"ok":false,"error":"not_connected"/);
    assert.doesNotMatch(results + printed.out + printed.err, /seller-/);
  },
);
