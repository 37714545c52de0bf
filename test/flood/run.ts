import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ORIGIN, start, variables } from '../node/program.ts';
import { end, launch } from '../soak-grants/instances.ts';
import type { StoreKind } from '../soak-grants/stores.ts';
import type { ServiceReport } from '../soak-restart/service.ts';
import type { Flood, FloodReport } from './flooder.ts';
import { measureStore } from './store-size.ts';
import type { StoreSize } from './store-size.ts';
import { connectUser, latenciesOf } from './user.ts';
import type { Latencies } from './user.ts';

/** What came of a flood. */
export interface FloodResult {
  before: StoreSize;
  after: StoreSize;
  /** The most memory that the process used. */
  peakBytes: number;
  /** Calls that the service got beside the pushes of the user. */
  serviceCalls: number;
  /** What the log grew by, without the lines of the user's pushes. */
  logBytes: number;
  /** Answers to each of the floods. */
  answers: { connect: FloodReport; junk: FloodReport };
  quiet: Latencies;
  flooded: Latencies;
  /** Calls of the user that failed. */
  failures: string[];
  floodSeconds: number;
}

/** How long the user is alone, first for the compiler and then to be measured. */
const WARM_UP_MS = 5000;
const QUIET_MS = 20_000;

/** A user works while strangers flood one `vaultlink serve`. @param count calls of each flood */
export async function run(store: StoreKind, count: number): Promise<FloodResult> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultlink-flood-'));
  const peakFile = join(folder, 'peak');
  const server = await store.start();
  const service = launch('../soak-restart/service.ts', ['0'], import.meta.url);
  const [serviceAddress] = (await once(service, 'message')) as [string];
  const flooder = launch('flooder.ts', [], import.meta.url);
  await once(flooder, 'message');
  // Built: reading TypeScript takes memory.
  const program = start(
    process.execPath,
    ['--import=./test/bench/processes/peak-memory.js', 'dist/node/cli.js', 'serve'],
    {
      ...variables(serviceAddress),
      VAULTLINK_STORE:
        'url' in server.settings
          ? server.settings.url
          : `sqlite:${'path' in server.settings ? server.settings.path : ''}`,
      PEAK_FILE: peakFile,
      // As docs/operation.md advises.
      NODE_OPTIONS: '--max-semi-space-size=4',
    },
  );
  const report = async () => {
    service.send('report');
    return ((await once(service, 'message')) as [ServiceReport])[0];
  };
  const logSize = () =>
    program.printed.err
      .split('\n')
      .filter((line) => !line.includes('"type":"pushed"'))
      .join('\n').length;

  try {
    const [, address = ''] = await program.says(/listening on (\S+)\n/);
    const user = await connectUser(address, ORIGIN);
    const flood = async (kind: Flood['kind']): Promise<FloodReport> => {
      const order: Flood = { address, origin: ORIGIN, kind, count };
      flooder.send(order);
      return ((await once(flooder, 'message')) as [FloodReport])[0];
    };

    await user.callWhile(sleep(WARM_UP_MS));
    const quiet = await user.callWhile(sleep(QUIET_MS));
    const before = await measureStore(server.settings);
    const callsBefore = (await report()).calls;
    const logBefore = logSize();

    const startedMs = performance.now();
    const floods = (async () => ({ connect: await flood('connect'), junk: await flood('junk') }))();
    const flooded = await user.callWhile(floods);
    const floodSeconds = (performance.now() - startedMs) / 1000;
    const after = await measureStore(server.settings);
    const { calls } = await report();
    const logBytes = logSize() - logBefore;

    program.stop();
    await program.closed;
    return {
      ...{ before, after, logBytes, floodSeconds },
      answers: await floods,
      peakBytes: Number(readFileSync(peakFile, 'utf8')),
      serviceCalls: calls - callsBefore - flooded.push.length,
      quiet: latenciesOf(quiet),
      flooded: latenciesOf(flooded),
      failures: [...quiet.failures, ...flooded.failures],
    };
  } finally {
    program.kill();
    await end(flooder);
    await end(service);
    await server.close();
    rmSync(folder, { recursive: true });
  }
}
