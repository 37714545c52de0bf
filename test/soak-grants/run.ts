import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from 'vaultlink/bff';
import { openStore } from '../../src/node/stores/open-store.ts';
import { readWrecks } from './crash.ts';
import { end, launch, startInstances } from './instances.ts';
import { allKept, floorOf, lostOf } from './judge.ts';
import { drawFaults, grantIdOf, sealer, tokenOf, UNRENEWED_MS, writeSetup } from './setup.ts';
import type { Fault, Setup } from './setup.ts';
import type { StoreKind } from './stores.ts';
import type { Truth } from './service.ts';

/** What a run is to be. */
export interface RunOptions {
  store: StoreKind;
  revokes: Setup['revokes'];
  grants: number;
  seed: number;
  hasFaults: boolean;
  onProgress: (done: number) => void;
}

/** What came of it. Each grant expires once. */
export interface RunResult {
  grants: number;
  faults: readonly (Fault | null)[];
  /** Token requests, refused ones included. */
  requests: number;
  /** Grants that are dead, or whose stored pair does not count, and why the store says so. */
  lost: Map<number, string>;
  /** Grants that nothing could save: see {@link floorOf}. */
  floor: Set<number>;
  /** Grants whose fault has happened, by itself or with the crash of another. */
  hit: Set<number>;
  /** By the error's code: how many callers failed with it. */
  failures: Map<string, number>;
  /** Callers whose process crashed. They asked again; where that failed, they are among the failures, too. */
  cutOff: number;
  seconds: number;
}

/** So many grants expire at a time. */
const AT_A_TIME = 16;

/** One store, one service, four processes: every grant expires, and everybody needs it. */
export async function run(options: RunOptions): Promise<RunResult> {
  const { grants, seed, revokes, hasFaults } = options;
  const faults = hasFaults ? drawFaults(grants, seed) : new Array<null>(grants).fill(null);
  const folder = mkdtempSync(join(tmpdir(), 'vaultlink-soak-'));
  const server = await options.store.start();
  writeSetup(folder, { store: server.settings, revokes, faults });
  const store = await openStore(server.settings);
  await expireAll(store, grants);
  const service = launch('service.ts', [folder]);
  const [address] = (await once(service, 'message')) as [string];
  const instances = startInstances(folder, address);
  try {
    const failures = new Map<string, number>();
    let done = 0;
    const call = async (grant: number) => {
      for (const code of await instances.call(grant)) {
        failures.set(code, (failures.get(code) ?? 0) + 1);
      }
      options.onProgress((done += 1));
    };
    const all = Array.from(faults.keys());
    const crashes = (index: number) => faults[index]?.startsWith('crash') ?? false;
    const startedAtMs = performance.now();
    await forEach(
      all.filter((index) => !crashes(index)),
      AT_A_TIME,
      call,
    );
    // A crash is to hit its own grant: while processes crash, no other grant is between its request and its save. So some crash one after the
    // other, until the first lease that they leave behind could end; the next ones wait until others have refreshed the grants of these.
    const crashing = all.filter(crashes);
    while (crashing.length) {
      const settled: Promise<void>[] = [];
      const untilMs = performance.now() + UNRENEWED_MS / 2;
      while (crashing.length && performance.now() < untilMs) {
        const crash = instances.nextCrash();
        const called = call(crashing.shift() ?? 0);
        settled.push(called);
        await Promise.race([crash, called]);
      }
      await Promise.all(settled);
    }
    const seconds = (performance.now() - startedAtMs) / 1000;

    service.send('report');
    const [truth] = (await once(service, 'message')) as [Truth];
    const wrecks = readWrecks(folder);
    const kept = await allKept(store, grants);
    return {
      grants,
      faults,
      requests: truth.requests,
      lost: lostOf(kept, truth),
      floor: revokes === 'at once' ? floorOf(kept, truth, wrecks) : new Set(),
      hit: new Set([
        ...truth.slow,
        ...truth.lostAnswers,
        ...wrecks.flatMap(({ index, unsaved }) => [index, ...unsaved]),
      ]),
      failures,
      cutOff: instances.cutOff(),
      seconds,
    };
  } finally {
    await instances.end();
    await end(service);
    await store.close();
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

/** As many users as there are grants have connected, and the access tokens of all have ended. */
async function expireAll(store: Store, grants: number): Promise<void> {
  await forEach(Array.from({ length: grants }).keys(), AT_A_TIME, async (index) => {
    const id = grantIdOf(index);
    const pair = [tokenOf('access', index, 1), tokenOf('refresh', index, 1)];
    const sealed = await sealer.seal(JSON.stringify(pair), id);
    const subject = `user-${index}`;
    await store.connect(
      { id: `session-${index}`, grantId: id, expiresAtMs: Date.now() + 86_400_000 },
      { id, subject, sealed, version: 1, receivedAtMs: 1, expiresAtMs: 2 },
    );
  });
}

/** Does `work` for each value, a few at a time. */
async function forEach<T>(
  values: Iterable<T>,
  atATime: number,
  work: (value: T) => Promise<void>,
): Promise<void> {
  const left = values[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
    }),
  );
}
