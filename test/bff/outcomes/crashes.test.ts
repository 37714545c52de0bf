import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { memoryStore } from 'vaultlink/bff';
import { postgresStore } from 'vaultlink/bff/postgres';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import type { Store } from 'vaultlink/bff';
import { postgresIsMissing, startPostgres } from '../../support/postgres-server.ts';
import { DyingProcess } from './dying-process.ts';
import { spendingService, START_MS, startProcess } from './setup.ts';
import type { Behaviour } from './setup.ts';

/** The way of an outcome, from the page to its end, as the first process would take it. */
interface Way {
  name: string;
  /** Behaviour of the service for the first requests. */
  first: Behaviour[];
  /** Approvals of the host, one after another; then it approves. */
  approvals?: unknown[];
}

const WAYS: readonly Way[] = [
  { name: 'the first request goes through', first: [] },
  { name: 'the service is away at first', first: ['away'] },
  { name: 'the first answer is lost', first: ['loses the answer'] },
  { name: 'the service asks to wait at first', first: [429] },
  { name: 'the host gives no answer at first', first: [], approvals: [undefined] },
];

const folder = mkdtempSync(join(tmpdir(), 'vaultlink-crashes-'));
after(() => rmSync(folder, { recursive: true }));
let stores = 0;

// A process that dies takes no power with it: the server need not wait for the disk.
const server = postgresIsMissing ? undefined : await startPostgres('fsync=off');
const pool = server && new pg.Pool({ connectionString: server.url });
after(async () => {
  await pool?.end();
  await server?.close();
});

type OpenStore = (now: () => number) => Store;

const STORES: readonly [string, OpenStore, skip: string | false][] = [
  ['in memory', (now) => memoryStore({ now }), false],
  ['in SQLite', (now) => sqliteStore(join(folder, `${(stores += 1)}.db`), { now }), false],
  [
    'in PostgreSQL',
    (now) => {
      assert.ok(pool);
      return postgresStore(pool, { now, prefix: `run_${(stores += 1)}_` });
    },
    postgresIsMissing,
  ],
];

/** Plays a way with a process that dies, and another one that goes on. */
async function play(way: Way, openStore: OpenStore, dying: DyingProcess) {
  const clock = { ms: START_MS };
  const store = openStore(() => clock.ms);
  const service = spendingService();
  service.answerNext(...way.first);
  const approvals = [...(way.approvals ?? [])];
  const mayReport = () => (approvals.length ? approvals.shift() : true);
  const first = startProcess(
    { clock, service: dying.wrapService(service), store: dying.wrapStore(store) },
    { mayReport },
  );
  let answer: number | undefined;
  const relayed = first.relay('complete', 'one').then(({ status }) => {
    if (!dying.hasDied()) answer = status;
  });
  await Promise.race([relayed, dying.death]);
  for (let turn = 0; turn < 2 && !dying.hasDied(); turn += 1) {
    clock.ms += 60_000;
    await Promise.race([first.bff.outcomes.deliverDue(), dying.death]);
  }

  const second = startProcess({ clock, service, store }, { mayReport });
  // A page that was told nothing asks again; one that was told "accepted" may be closed.
  if (answer === undefined) await second.relay('complete', 'one');
  do {
    clock.ms += 120_000;
    await second.bff.outcomes.deliverDue();
  } while ((await second.bff.outcomes.list({ state: 'open' })).outcomes.length);
  const { outcomes } = await second.bff.outcomes.list();
  const counts = await second.bff.outcomes.counts({ sinceMs: 0, by: ['end'] });
  await second.bff.close();
  return { service, outcomes, counts, answer };
}

for (const [what, openStore, skip] of STORES) {
  for (const way of WAYS) {
    describe(`an outcome that is stored ${what}, where ${way.name}`, { skip }, async () => {
      const whole = new DyingProcess(0, 'after');
      await play(way, openStore, whole);
      whole.steps.forEach((step, index) => {
        for (const moment of ['before', 'after'] as const) {
          it(`is counted once although the process dies ${moment} step ${index + 1}, ${step}`, async () => {
            const dying = new DyingProcess(index + 1, moment);
            const { service, outcomes, counts, answer } = await play(way, openStore, dying);
            assert.ok(dying.hasDied(), 'the process did not die');
            assert.deepEqual([...service.counted], [['one', 'complete']]);
            assert.deepEqual(new Set(service.requests), new Set(['complete one']));
            const [outcome] = outcomes;
            assert.equal(outcomes.length, 1);
            assert.ok(
              outcome?.state === 'confirmed' || outcome?.state === 'probably_recorded',
              `${outcome?.state} after ${dying.steps.join(', ')}, page: ${answer}`,
            );
            assert.deepEqual(
              counts.map(({ end, count }) => `${end} ${count}`).sort(),
              ['accepted 1', `${outcome.state} 1`].sort(),
            );
          });
        }
      });
    });
  }
}
