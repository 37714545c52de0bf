import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { SessionReply } from '../../src/protocol/index.ts';
import { openBrowser } from '../node/browser.ts';
import { ORIGIN, variables } from '../node/program.ts';
import type { Load } from './processes/load.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 15);
const REQUESTS = Number(process.env.REQUESTS ?? 4000);

const programs = new Set<ChildProcess>();

/** A server in a process of its own. */
export interface Server {
  address: string;
  /** CPU time that its process has used, in microseconds. */
  cpu(): Promise<number>;
}

/** How a program is started. */
interface Start {
  parameters?: string[];
  env?: Record<string, string>;
  /** Flags for Node itself. */
  flags?: string[];
  /** The checkout whose program it is. Default: this one. */
  checkout?: string;
}

function program(
  path: string,
  { parameters = [], env = {}, flags = [], checkout = '.' }: Start = {},
): ChildProcess {
  const child = fork(path, parameters, {
    cwd: checkout,
    execArgv: ['--conditions=vaultlink-source', ...flags],
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    env: { PATH: process.env.PATH, ...env },
  });
  programs.add(child);
  return child;
}

/** Starts a server, and waits until it listens. */
export async function startServer(path: string, start: Start = {}): Promise<Server> {
  const flags = [`--import=${resolve('test/bench/processes/cpu.ts')}`];
  const child = program(path, { ...start, flags });
  let printed = '';
  for (;;) {
    const address = /listening on (\S+)\n/.exec(printed)?.[1];
    if (address) return { address, cpu: () => cpuOf(child) };
    const [text] = (await Promise.race([
      once(child.stdout ?? child, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error(`${path} ended: ${printed}`))),
    ])) as [Buffer];
    printed += text.toString();
  }
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage];
  return user + system;
}

/** A program that serves a backend, and how it is started. */
type Backend = [path: string, start: Start];

const serve = (store: string, checkout: string): Backend => [
  'src/node/cli.ts',
  { parameters: ['serve'], env: { VAULTLINK_STORE: store }, checkout },
];

/** A backend in memory as a library of a host. @param mounted how, see the program */
const library = (mounted: 'toNodeHandler' | 'fetch'): Backend => [
  'test/bench/processes/library.ts',
  { parameters: [mounted] },
];

/** Starts a backend and connects a browser. @returns the headers of a page that is connected as well */
async function startConnected(service: Server, [path, start]: Backend) {
  const env = { ...variables(service.address), ...start.env };
  const server = await startServer(path, { ...start, env });
  const browser = openBrowser(server.address, ORIGIN);
  await browser.connect();
  const { connected } = (await (await browser.session()).json()) as SessionReply;
  if (!connected) throw new Error('The browser is not connected.');
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  return { server, headers: { 'x-vaultlink': '1', origin: ORIGIN, cookie } };
}

/** The ratios that are allowed: of `vaultlink serve` by its store, and of a backend that a host mounts. */
export interface Limits {
  memory: number;
  sqlite: number;
  library?: number;
}

/**
 * Creates the cases of `vaultlink serve` with each store: of this checkout, and of those in the variable `BESIDE` (paths, with commas between them), so that
 * an earlier commit is measured in the same rounds. Those of a backend as a library follow if there is a limit for it.
 *
 * @param loadOf returns the load of a connected page
 */
export async function casesOfBackend(
  service: Server,
  limits: Limits,
  loadOf: (headers: Record<string, string>) => Case['load'],
): Promise<[Case, ...Case[]]> {
  const caseOf = async (name: string, backend: Backend, limit: number): Promise<Case> => {
    const { server, headers } = await startConnected(service, backend);
    return { name, server, load: loadOf(headers), limit };
  };
  const casesIn = async (checkout: string, suffix = ''): Promise<[Case, Case]> => [
    await caseOf(`vaultlink serve, memory${suffix}`, serve('memory:', checkout), limits.memory),
    await caseOf(
      `vaultlink serve, SQLite${suffix}`,
      serve(temporarySqlite(), checkout),
      limits.sqlite,
    ),
  ];
  const cases: [Case, ...Case[]] = await casesIn('.');
  if (limits.library !== undefined) {
    for (const mounted of ['toNodeHandler', 'fetch'] as const) {
      cases.push(await caseOf(`library, ${mounted}, memory`, library(mounted), limits.library));
    }
  }
  for (const checkout of process.env.BESIDE?.split(',') ?? []) {
    cases.push(...(await casesIn(checkout, ` (${basename(checkout)})`)));
  }
  return cases;
}

/** A new database, gone when the process is. */
export function temporarySqlite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vaultlink-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return `sqlite:${join(folder, 'bench.db')}`;
}

/** One way to the same answer. The first of several is what the others are compared with. */
export interface Case {
  name: string;
  server: Server;
  load: Omit<Load, 'url' | 'count'> & { path: string };
  /** The ratio that is allowed. */
  limit?: number;
}

/** Sends the same number of requests to each, in turn, and prints the CPU time that one of them costs its server and the rate, as medians of all rounds. */
export async function compare(title: string, cases: readonly Case[]): Promise<void> {
  const generator = program('test/bench/processes/load.ts');
  const failed = once(generator, 'exit');
  const costs = cases.map(() => [] as number[]);
  const rates = cases.map(() => [] as number[]);
  for (let round = -2; round < ROUNDS; round += 1) {
    process.stderr.write(`\rround ${Math.max(round + 1, 0)} of ${ROUNDS}`);
    for (const [index, { server, load }] of cases.entries()) {
      const before = await server.cpu();
      const startMs = performance.now();
      const { path, ...rest } = load;
      generator.send({ ...rest, url: server.address + path, count: REQUESTS });
      const [done] = (await Promise.race([once(generator, 'message'), failed])) as unknown[];
      if (done !== 'done') throw new Error('A request was not answered with 200.');
      // The first two rounds are for the compiler.
      if (round < 0) continue;
      rates[index]?.push((REQUESTS / (performance.now() - startMs)) * 1000);
      costs[index]?.push(((await server.cpu()) - before) / REQUESTS);
    }
  }
  process.stderr.write('\n');

  console.log(`\n${title}: CPU time per request, median of ${ROUNDS} interleaved rounds`);
  const base = median(costs[0] ?? []);
  for (const [index, { name, limit }] of cases.entries()) {
    const cost = median(costs[index] ?? []);
    const ratio = cost / base;
    const verdict = limit ? (ratio <= limit ? `within ${limit}` : `OVER ${limit}`) : '';
    const rate = Math.round(median(rates[index] ?? []));
    console.log(
      `  ${name.padEnd(36)} ${cost.toFixed(1).padStart(7)} µs  ${ratio.toFixed(2).padStart(5)}  ${String(rate).padStart(6)} /s  ${verdict}`,
    );
  }
  stopAll();
}

/** Ends every program that was started here. */
export function stopAll(): void {
  for (const child of programs) child.kill();
}

/** The one in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
