import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import { createSealer } from '../../src/bff/grants/seal.ts';
import { payloadContext } from '../../src/bff/outcomes/payload.ts';
import { keyIdOf } from '../../src/bff/stores/session-state.ts';
import { newRow } from '../../src/testing/store/outbox-samples.ts';
import { callVaultlink } from './in-process.ts';
import { CLIENT_SECRET, killAll, variables, vaultlink } from './program.ts';
import { createSealedDatabase, KEYS_OF_ROTATION } from './sealed-database.ts';

const limit = { timeout: 120_000 };
const { old: OLD, new: NEW } = KEYS_OF_ROTATION;

describe('vaultlink reseal', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultlink-'));
  });
  after(() => rm(folder, { recursive: true }));
  afterEach(killAll);

  async function run(
    path: string,
    keys: string,
    further: Record<string, string> = {},
    command = callVaultlink,
  ) {
    const { closed, printed } = command(['reseal'], {
      ...variables('https://service.example'),
      VAULTLINK_STORE: `sqlite:${path}`,
      VAULTLINK_KEYS: keys,
      ...further,
    });
    const [code] = await closed;
    for (const secret of [OLD, NEW, 'the-access-token', 'the-refresh-token', CLIENT_SECRET]) {
      assert.ok(!(printed.out + printed.err).includes(secret));
    }
    for (const line of printed.out.split('\n')) assert.ok(line.length <= 80, line);
    return { code, ...printed };
  }

  it(
    'replaces subjects in the clear by their hashes where VAULTLINK_SUBJECT_PRIVACY says so',
    limit,
    async () => {
      const path = await createSealedDatabase(join(folder, 'subjects.db'), 'new', 'new');
      const subjectsIn = async () => {
        const store = sqliteStore(path);
        const subjects = (await store.grants(undefined, 10)).map(({ subject }) => subject);
        await store.close();
        return subjects;
      };
      await run(path, `new:${NEW}`);
      assert.deepEqual(await subjectsIn(), ['grant-0', 'grant-1']);
      const { code } = await run(path, `new:${NEW}`, { VAULTLINK_SUBJECT_PRIVACY: 'hash' });
      assert.equal(code, 0);
      for (const subject of await subjectsIn()) assert.match(subject, /^hmac:/);
    },
  );

  it('re-seals, and says that the old key may leave, and when', limit, async () => {
    const path = await createSealedDatabase(join(folder, 'old.db'), 'old', 'old', 'new');
    const { code, out, err } = await run(path, `new:${NEW},old:${OLD}`, {}, vaultlink);
    assert.deepEqual([code, err], [0, '']);
    assert.match(
      out,
      /^ +3 grants checked\n +2 re-sealed with key new\n +1 already sealed with key new/,
    );
    assert.match(out, / 0 do not open\n/);
    assert.match(
      out,
      /No grant and no outcome uses key old\s+any more\. You can remove it from\s+VAULTLINK_KEYS\s+an\s+hour\s+after/,
    );
    assert.match(out, /no\s+line\s+that\s+the\s+key\s+has\s+sealed/);
    const store = sqliteStore(path);
    const ids = (await store.grants(undefined, 10)).map(({ sealed }) => keyIdOf(sealed));
    await store.close();
    assert.deepEqual(ids, ['new', 'new', 'new']);
  });

  it('re-seals the outcomes of the relay, also in an outbox of their own', limit, async () => {
    const path = await createSealedDatabase(join(folder, 'grants.db'), 'old');
    const outboxPath = join(folder, 'outbox.db');
    const store = sqliteStore(outboxPath);
    for (const [id, key] of Object.entries({ old: OLD, new: NEW, lost: NEW })) {
      const sealer = createSealer([{ id, key }]);
      const payload = await sealer.seal('["the-access-token"]', payloadContext(id));
      await store.outbox?.accept(newRow(id, { payload }));
    }
    await store.close();
    const keys = `new:${NEW},old:${OLD}`;
    const without = await run(path, keys);
    assert.doesNotMatch(without.out, /outcomes checked/);
    const { code, out } = await run(path, keys, { VAULTLINK_OUTBOX: `sqlite:${outboxPath}` });
    assert.equal(code, 1);
    assert.match(out, /^ +1 grant checked\n/);
    assert.match(
      out,
      /\n\n +3 outcomes checked\n +1 re-sealed with key new\n +1 already sealed with key new\n +1 do not open\n/,
    );
    assert.match(
      out,
      /1 outcome of key lost does not open,[^]*Without\s+it,\s+they\s+are\s+lost\./,
    );
    assert.match(out, /No grant and no outcome uses key old/);
    const { code: missing, err } = await run(path, keys, { VAULTLINK_OUTBOX: 'sqlite:none.db' });
    assert.equal(missing, 2);
    assert.match(err, /^VAULTLINK_OUTBOX: the file .*none\.db does not exist/);
  });

  it('ends with code 1 where a key is missing, and names it', limit, async () => {
    const path = await createSealedDatabase(join(folder, 'missing.db'), 'old', 'new');
    const { code, out } = await run(path, `new:${NEW}`);
    assert.equal(code, 1);
    assert.match(
      out,
      / 1 do not open\n\n1 grant of key old does not open,\s+because\s+the\s+key\s+is\s+not\s+in\s+VAULTLINK_KEYS/,
    );
    assert.doesNotMatch(out, /You can remove/);
  });

  it('ends with code 1 where a key is another one, which stays', limit, async () => {
    const path = await createSealedDatabase(join(folder, 'other.db'), 'old', 'old');
    const { code, out } = await run(path, `new:${NEW},old:${NEW}`);
    assert.equal(code, 1);
    assert.match(
      out,
      /\n2 grants of key old do not open,\s+because\s+the\s+key\s+or\s+VAULTLINK_DEPLOYMENT_ID/,
    );
    assert.doesNotMatch(out, /You can remove/);
  });

  it('makes no database, and looks into no memory', limit, async () => {
    const path = join(folder, 'none.db');
    const { code, out, err } = await run(path, `new:${NEW}`);
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, /^VAULTLINK_STORE: the file .*none\.db does not exist\. Check the path\.\n$/);
    await assert.rejects(rm(path), { code: 'ENOENT' });
    const inMemory = callVaultlink(['reseal'], variables('https://service.example'));
    assert.deepEqual(await inMemory.closed, [2, null]);
    assert.match(inMemory.printed.err, /^VAULTLINK_STORE keeps grants in memory/);
  });
});
