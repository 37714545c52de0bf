import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { openPostgres, POSTGRES_DRIVERS } from '../../../src/node/stores/open-postgres.ts';
import { openStore } from '../../../src/node/stores/open-store.ts';
import { grantOf, sessionOf } from '../../../src/testing/store/samples.ts';
import { startBff } from '../../bff/support/http-bff.ts';
import { postgresIsMissing, startPostgres } from '../../support/postgres-server.ts';

/** A server that does not stop must fail its test, not hold up all of them. */
const limit = { timeout: 60_000 };

describe('a store in PostgreSQL', { ...limit, skip: postgresIsMissing }, () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let client: pg.Client;
  before(async () => {
    server = await startPostgres('fsync=off');
    client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query('CREATE ROLE frugal LOGIN');
  });
  after(async () => {
    await client.end();
    await server.close();
  });

  const rowsOf = async (text: string) => (await client.query<object>(text)).rows;

  for (const [name, driver] of Object.entries(POSTGRES_DRIVERS)) {
    const drivers = { [name]: driver };

    describe(`that is opened through ${name}`, () => {
      it('makes its schema once, however many processes start at once, and keeps its tables there', async () => {
        const schema = `vault_${name}`;
        const open = () => openPostgres(server.url, drivers, { schema, poolSize: 1 });
        const looking = await openPostgres(server.url, drivers, { schema, migrates: false });
        await assert.rejects(async () => looking.ping(), { code: 'configuration_error' });
        assert.deepEqual(await rowsOf(`SELECT to_regnamespace('${schema}') AS made`), [
          { made: null },
        ]);
        const stores = await Promise.all(Array.from({ length: 5 }, open));
        await Promise.all(stores.map(async (store) => store.ping()));
        await stores[0]?.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
        assert.deepEqual(await looking.findGrant('grant-1'), grantOf('grant-1'));
        assert.deepEqual(await rowsOf(`SELECT id FROM ${schema}.vaultlink_grants`), [
          { id: 'grant-1' },
        ]);
        await Promise.all([looking, ...stores].map(async (store) => store.close()));
      });

      it('opens no more connections than it may', async () => {
        const url = new URL(server.url);
        url.searchParams.set('application_name', `few-${name}`);
        const store = await openPostgres(url.href, drivers, { poolSize: 2 });
        await store.ping();
        await client.query('BEGIN; LOCK TABLE vaultlink_grants');
        const found = Promise.all(
          Array.from({ length: 6 }, async () => store.findGrant('grant-1')),
        );
        const used = `SELECT wait_event_type = 'Lock' AS waits FROM pg_stat_activity
          WHERE application_name = 'few-${name}'`;
        const waiting = [{ waits: true }, { waits: true }];
        let rows: object[] = [];
        while (rows.filter((row) => 'waits' in row && row.waits === true).length < 2) {
          // Within a transaction the server goes on to show what it has shown first.
          await client.query('SELECT pg_stat_clear_snapshot()');
          rows = await rowsOf(used);
        }
        assert.deepEqual(rows, waiting);
        await client.query('COMMIT');
        assert.equal((await found).length, 6);
        await store.close();
      });

      it('is ready while each of its connections waits for a lock', async () => {
        const url = new URL(server.url);
        url.searchParams.set('application_name', `full-${name}`);
        const store = await openPostgres(url.href, drivers, { poolSize: 2 });
        const { bff, browser } = startBff({ store });
        await browser.connect();
        const [grant] = await store.grants(undefined, 1);
        const id = grant?.id ?? '';
        await client.query(`BEGIN; SELECT FROM vaultlink_grants WHERE id = '${id}' FOR UPDATE`);
        const settled: unknown[] = [];
        const writes = Promise.all(
          Array.from({ length: 4 }, async () => {
            settled.push(await store.markDead(id, 1, 'revoked'));
          }),
        );
        const waiting = `SELECT FROM pg_stat_activity
          WHERE application_name = 'full-${name}' AND wait_event_type = 'Lock'`;
        while ((await rowsOf(waiting)).length < 2) {
          await client.query('SELECT pg_stat_clear_snapshot()');
        }
        const ready = await bff.fetch(new Request('https://app.example/vault/health/ready'));
        // The lock is held until the probe has been answered.
        assert.deepEqual([ready.status, settled], [200, []]);
        await client.query('COMMIT');
        await writes;
        await bff.close();
      });

      it('lets the server cancel a statement that takes too long, and goes on', async () => {
        const store = await openPostgres(server.url, drivers, { statementTimeoutMs: 100 });
        await store.ping();
        await client.query('BEGIN; LOCK TABLE vaultlink_grants');
        await assert.rejects(async () => store.findGrant('grant-1'), { code: '57014' });
        await client.query('COMMIT');
        assert.equal(await store.findGrant('grant-1'), undefined);
        await store.close();
      });
    });
  }

  it('is refused where its user may not make the schema, and says so', async () => {
    const url = new URL(server.url);
    url.username = 'frugal';
    await assert.rejects(() => openStore({ kind: 'postgres', url: url.href, schema: 'mine' }), {
      code: 'configuration_error',
      message: /^VAULTLINK_STORE: The database user is not allowed to create the schema mine/,
    });
  });
});
