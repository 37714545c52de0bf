import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, before, describe, it } from 'node:test';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Migration } from 'vaultlink/bff';
import { postgresStore } from 'vaultlink/bff/postgres';
import { redisStore } from 'vaultlink/bff/redis';
import { sqliteMigration } from 'vaultlink/bff/sqlite';
import { migrationTo } from '../../src/bff/stores/sqlite/sqlite-migration.ts';
import { carryOut } from '../../src/node/commands/migrate-command.ts';
import { grantOf, sessionOf } from '../../src/testing/store/samples.ts';
import { postgresIsMissing, startPostgres } from '../support/postgres-server.ts';
import { redisIsMissing, startRedis } from '../support/redis-server.ts';
import { laterSqlite } from '../support/later-schemas.ts';
import { callVaultlink } from './in-process.ts';
import type { Call } from './in-process.ts';
import { killAll, variables, vaultlink } from './program.ts';

const limit = { timeout: 120_000 };

const migrate = (store: string, ...parameters: string[]) => migrateWith({}, store, ...parameters);

const migrateWith = (more: Record<string, string>, store: string, ...parameters: string[]) =>
  resultOf(callVaultlink(['migrate', ...parameters], environmentOf(store, more)));

/** Migrates in a process of its own, which has to end by itself. */
const migrateAsProgram = (store: string, more: Record<string, string> = {}) =>
  resultOf(vaultlink(['migrate'], environmentOf(store, more)));

const environmentOf = (store: string, more: Record<string, string>) => ({
  ...variables('https://service.example'),
  VAULTLINK_STORE: store,
  ...more,
});

async function resultOf({ closed, printed }: Call) {
  const [code] = await closed;
  return { code, ...printed, text: printed.out.replace(/\s+/g, ' ') };
}

describe('vaultlink migrate', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultlink-'));
  });
  after(() => rm(folder, { recursive: true }));
  afterEach(killAll);

  let files = 0;
  const newPath = () => join(folder, `${(files += 1)}.db`);

  /** A file that this version has made, and the migration to a made-up next one. */
  async function fileOfThisVersion() {
    const path = newPath();
    await sqliteMigration(path).expand();
    return { path, migration: migrationTo(laterSqlite(2), path) };
  }

  /** Runs the steps as the command does, and returns what it prints. */
  async function carriedOut(migration: Migration, isContracting: boolean) {
    const lines: string[] = [];
    await carryOut(migration, isContracting, (text) => lines.push(...text.split('\n')));
    for (const line of lines) assert.ok(line.length <= 80, line);
    return lines.join(' ');
  }

  it('sets up an empty store, and does nothing a second time', limit, async () => {
    const store = `sqlite:${newPath()}`;
    const first = await migrateAsProgram(store);
    assert.deepEqual([first.code, first.err], [0, '']);
    assert.match(first.text, /was empty\. It is now ready for this version/);
    for (const parameters of [[], ['--contract']]) {
      const { code, text } = await migrate(store, ...parameters);
      assert.equal(code, 0);
      assert.match(text, /is up to date\. There is nothing to do/);
    }
  });

  it('adds what the next version needs, says what comes next, and does nothing a second time', async () => {
    const { migration } = await fileOfThisVersion();
    const first = await carriedOut(migration, false);
    assert.match(
      first,
      /now has what this version needs\. Processes of the previous version keep working/,
    );
    assert.match(first, /run "vaultlink migrate --contract"/);
    assert.equal(await migration.stage(), 'expanded');
    assert.match(await carriedOut(migration, false), /already has what this version needs/);
  });

  it('takes away what the version before needs with --contract alone', async () => {
    const { path, migration } = await fileOfThisVersion();
    assert.match(await carriedOut(migration, true), /needs has been removed/);
    assert.equal(await migration.stage(), 'contracted');
    assert.match(await carriedOut(migration, true), /There is nothing to do/);
    const refused = await migrate(`sqlite:${path}`);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /A later version of Vaultlink has written this database/);
    const environment = environmentOf(`sqlite:${path}`, {});
    const doctor = await resultOf(callVaultlink(['doctor'], environment));
    assert.equal(doctor.code, 1);
    assert.match(doctor.text, /A later version of Vaultlink has written this database/);
  });

  it(
    'also migrates the store of VAULTLINK_OUTBOX, alone where grants are in memory',
    limit,
    async () => {
      const [store, outbox, other] = [newPath(), newPath(), newPath()];
      const more = { VAULTLINK_OUTBOX: `sqlite:${outbox}` };
      const printed = await migrateWith(more, `sqlite:${store}`, '--print');
      assert.match(printed.out, /^-- VAULTLINK_STORE\nCREATE[^]*\n-- VAULTLINK_OUTBOX\nCREATE/);
      const both = await migrateWith(more, `sqlite:${store}`);
      assert.match(both.text, /^VAULTLINK_STORE: .* ready .* VAULTLINK_OUTBOX: .* ready /);
      assert.ok(existsSync(store) && existsSync(outbox));
      const alone = await migrateWith({ VAULTLINK_OUTBOX: `sqlite:${other}` }, 'memory:');
      assert.deepEqual([alone.code, existsSync(other)], [0, true]);
      const broken = { VAULTLINK_OUTBOX: `sqlite:${folder}` };
      const { code, err } = await migrateWith(broken, 'memory:');
      assert.equal(code, 2);
      assert.ok(err.startsWith(`VAULTLINK_OUTBOX: the file ${folder} cannot be migrated: `), err);
    },
  );

  it('reads its variables from a file with --env, which its help lists', limit, async () => {
    const path = newPath();
    const file = join(folder, 'vaultlink.env');
    const lines = Object.entries(environmentOf(`sqlite:${path}`, {}));
    await writeFile(file, lines.map(([name, value]) => `${name}=${value}\n`).join(''));
    const { code, text, err } = await resultOf(callVaultlink(['migrate', '--env', file]));
    assert.deepEqual([code, err], [0, '']);
    assert.match(text, /now ready for this version/);
    const help = await resultOf(callVaultlink(['migrate', '--help']));
    assert.match(help.out, /--env FILE[^]*\n {2}VAULTLINK_STORE \(/);
  });

  for (const [what, make] of [
    ['is no database', (path: string) => writeFile(path, 'This is a letter.'.repeat(100))],
    ['is a folder', (path: string) => mkdir(path)],
    ['is in a folder that does not exist', () => Promise.resolve()],
  ] as const) {
    it(
      `names the variable and the file with code 2, and leaves nothing behind, where it ${what}`,
      limit,
      async () => {
        const own = await mkdtemp(join(folder, 'broken-'));
        const name = what.startsWith('is in') ? join('nowhere', 'vault.db') : 'vault.db';
        const path = join(own, name);
        await make(path);
        const before = await readdir(own);
        for (const parameters of [[], ['--contract'], ['--print']]) {
          const { code, err } = await migrate(`sqlite:${path}`, ...parameters);
          if (what.startsWith('is in') && parameters[0] === '--print') continue;
          assert.equal(code, 2, err);
          assert.ok(err.startsWith('VAULTLINK_STORE: ') && err.includes(path), err);
          assert.deepEqual(await readdir(own), before);
        }
      },
    );
  }

  it('works in the schema of VAULTLINK_POSTGRES_SCHEMA, as the server does', limit, async () => {
    const club = { VAULTLINK_POSTGRES_SCHEMA: 'club' };
    const { code, out } = await migrateWith(club, 'postgres://127.0.0.1:1/app', '--print');
    assert.equal(code, 0);
    for (const name of ['grants', 'outbox', 'outbox_counts']) {
      assert.match(out, new RegExp(`CREATE TABLE club\\.vaultlink_${name} `));
    }
    assert.doesNotMatch(out, /TABLE vaultlink_/);
  });

  it('prints what it would run, and changes nothing', limit, async () => {
    const path = newPath();
    const printed = await migrate(`sqlite:${path}`, '--print');
    assert.equal(printed.code, 0);
    assert.equal(existsSync(path), false);
    const database = new DatabaseSync(path);
    database.exec(printed.out);
    database.close();
    for (const parameters of [[], ['--contract']]) {
      const { out } = await migrate(`sqlite:${path}`, '--print', ...parameters);
      assert.equal(out, '-- Nothing to run.\n');
    }
    assert.match((await migrate(`sqlite:${path}`)).text, /There is nothing to do/);
  });

  it(
    'ends with code 2 where nothing is kept, and with code 1 where the database is away',
    limit,
    async () => {
      assert.equal((await migrate('memory:')).code, 2);
      const password = 'the-password';
      const away = await migrateAsProgram(`postgres://user:${password}@127.0.0.1:1/app`);
      assert.equal(away.code, 1);
      assert.match(away.err, /^VAULTLINK_STORE: the postgres store cannot be migrated: /);
      assert.doesNotMatch(away.err, /the-password/);
    },
  );
});

describe('vaultlink migrate on Redis', { skip: redisIsMissing }, () => {
  afterEach(killAll);

  it('works on the keys under VAULTLINK_REDIS_PREFIX alone', limit, async (context) => {
    const server = await startRedis();
    const client = new Redis(server.url);
    context.after(() => {
      client.disconnect();
      return server.close();
    });
    for (const prefix of ['{club}:', '{vaultlink}:']) {
      const store = redisStore(client, { prefix });
      await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
    }
    const club = { VAULTLINK_REDIS_PREFIX: '{club}:' };
    await client.set('{vaultlink}:version', '99');
    const { code, err, text } = await migrateAsProgram(server.url, club);
    assert.deepEqual([code, err], [0, '']);
    assert.match(text, /There is nothing to do/);
    const refused = await migrate(server.url);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /A later version of Vaultlink/);
  });
});

describe('vaultlink migrate on PostgreSQL', { skip: postgresIsMissing }, () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let owner: pg.Pool;
  before(async () => {
    server = await startPostgres('fsync=off');
    owner = new pg.Pool({ connectionString: server.url });
    owner.on('error', () => undefined);
  });
  after(async () => {
    await owner.end();
    await server.close();
  });
  afterEach(killAll);

  it(
    'lets a DBA run what it prints, for a user who may make no table and is told of it',
    limit,
    async () => {
      await owner.query(`
      CREATE ROLE frugal LOGIN;
      REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
      const url = new URL(server.url);
      url.username = 'frugal';
      const refused = await migrateAsProgram(url.href);
      assert.equal(refused.code, 2);
      assert.match(refused.err, /Run "vaultlink migrate" as a user who may/);
      const frugal = new pg.Pool({ connectionString: url.href });
      frugal.on('error', () => undefined);
      const store = postgresStore(frugal);
      await assert.rejects(async () => store.ping(), {
        code: 'configuration_error',
        message: /Run "vaultlink migrate"/,
      });
      const { code, out } = await migrate(url.href, '--print');
      assert.equal(code, 0);
      await owner.query(out);
      await owner.query(
        'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO frugal',
      );
      assert.match((await migrate(url.href)).text, /There is nothing to do/);
      assert.equal(await store.consumeState('hash-1', 1), true);
      await frugal.end();
    },
  );
});
