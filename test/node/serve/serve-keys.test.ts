import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import { redisIsMissing, startRedis } from '../../support/redis-server.ts';
import { callVaultlink, stopCalls } from '../in-process.ts';
import { killAll, variables, vaultlink } from '../program.ts';
import { createSealedDatabase, KEYS_OF_ROTATION } from '../sealed-database.ts';

/** A program that does not stop must fail its test, not hold up all of them. */
const limit = { timeout: 120_000 };

const { old: OLD, new: NEW } = KEYS_OF_ROTATION;

describe('a command that starts with keys', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultlink-'));
  });
  after(() => rm(folder, { recursive: true }));
  afterEach(async () => {
    killAll();
    await stopCalls();
  });

  const environment = (path: string, keys: string) => ({
    ...variables('http://127.0.0.1:1'),
    VAULTLINK_STORE: `sqlite:${path}`,
    VAULTLINK_KEYS: keys,
  });

  const answersOf = async () => {
    const path = join(folder, 'answers.ndjson');
    await writeFile(path, '{"subject":"grant-0","answers":{"q":"a"}}\n');
    return path;
  };

  for (const command of ['serve', 'push']) {
    it(
      `${command} ends with code 2 where no grant opens, names the key and changes nothing`,
      limit,
      async () => {
        const path = await createSealedDatabase(join(folder, `none-${command}.db`), 'old', 'old');
        const rest = command === 'push' ? ['--packet', 'packet-1', await answersOf()] : [];
        const program = vaultlink([command, ...rest], environment(path, `new:${NEW}`));
        assert.deepEqual(await program.closed, [2, null]);
        const { out, err } = program.printed;
        assert.match(err, /Key old is missing from the keys \(VAULTLINK_KEYS\)\. Add it again/);
        assert.match(err, /start with an empty store/);
        assert.doesNotMatch(out, /listening/);
        for (const secret of [OLD, NEW]) assert.ok(!(out + err).includes(secret));
        const store = sqliteStore(path);
        const grants = await store.grants(undefined, 10);
        await store.close();
        assert.deepEqual(
          grants.map(({ version, deadReason }) => [version, deadReason]),
          [
            [1, undefined],
            [1, undefined],
          ],
        );
      },
    );
  }

  it('serve warns where some grants do not open, before it listens', limit, async () => {
    const path = await createSealedDatabase(join(folder, 'some.db'), 'old', 'new');
    const program = callVaultlink(['serve'], environment(path, `new:${NEW}`));
    await program.says(/"type":"started".*\n/);
    const [line = ''] = program.printed.err.split('\n');
    assert.partialDeepStrictEqual(JSON.parse(line), {
      type: 'failed',
      where: 'keys',
      code: 'configuration_error',
    });
    assert.match(line, /Key old is missing from the keys/);
  });

  it('serve says nothing of keys where a key is being replaced', limit, async () => {
    const path = await createSealedDatabase(join(folder, 'rotated.db'), 'old', 'new');
    const program = callVaultlink(['serve'], environment(path, `new:${NEW},old:${OLD}`));
    await program.says(/^listening on /m);
    program.stop();
    await program.closed;
    assert.doesNotMatch(program.printed.err, /"keys"/);
  });

  it(
    'worker ends with code 2 where no grant opens',
    { ...limit, skip: redisIsMissing },
    async (context) => {
      const redis = await startRedis();
      context.after(() => redis.close());
      const path = await createSealedDatabase(join(folder, 'worker.db'), 'old');
      const program = vaultlink(['worker'], {
        ...environment(path, `old:${NEW}`),
        VAULTLINK_QUEUE: redis.url,
      });
      assert.deepEqual(await program.closed, [2, null]);
      assert.match(program.printed.err, /Grants sealed with key old cannot be opened/);
    },
  );
});
