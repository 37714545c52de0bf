/**
 * How fast `vaultlink push` sends a file, against a bare loop of `fetch` at the same concurrency, and how much memory it takes. `LINES=1000000` makes
 * the file larger.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectSellers, settingsFor, writeAnswers } from '../node/push/files.ts';
import { median, startServer, stopAll } from './compare.ts';

const LINES = Number(process.env.LINES ?? 20_000);
const SELLERS = Number(process.env.SELLERS ?? 1000);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const CONCURRENCY = Number(process.env.CONCURRENCY ?? 8);
const MIN_RATIO = 0.7;
const MAX_BYTES = 250e6;

const folder = mkdtempSync(join(tmpdir(), 'vaultlink-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const answers = join(folder, 'answers.ndjson');
const storePath = join(folder, 'store.db');
const peakFile = join(folder, 'peak');

const service = await startServer('test/node/push/counting-service.ts', {
  parameters: [String(LINES)],
});
await connectSellers(storePath, SELLERS);
await writeAnswers(answers, LINES, SELLERS);

/** @returns lines a second, from the start of the program to its end */
async function rateOf(path: string, parameters: string[], env: Record<string, string> = {}) {
  const startMs = performance.now();
  const program = fork(path, parameters, {
    execArgv: ['--conditions=vaultlink-source', '--import=./test/bench/processes/peak-memory.js'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { PATH: process.env.PATH, PEAK_FILE: peakFile, ...env },
  });
  const [code] = (await once(program, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${path} ended with ${String(code)}.`);
  return (LINES / (performance.now() - startMs)) * 1000;
}

const bare: number[] = [];
const pushed: number[] = [];
let peakBytes = 0;
for (let round = 1; round <= ROUNDS; round += 1) {
  process.stderr.write(`\rround ${round} of ${ROUNDS}`);
  const numbers = [LINES, SELLERS, CONCURRENCY].map(String);
  bare.push(await rateOf('test/bench/processes/fetch-loop.ts', [service.address, ...numbers]));
  const results = join(folder, `results-${round}.ndjson`);
  const options = ['--concurrency', String(CONCURRENCY), '--results', results];
  pushed.push(
    await rateOf(
      'dist/node/cli.js',
      ['push', '--packet', 'packet-1', ...options, answers],
      settingsFor(service.address, storePath),
    ),
  );
  peakBytes = Math.max(peakBytes, Number(readFileSync(peakFile, 'utf8')));
}
process.stderr.write('\n');

const ratio = median(pushed.map((rate, round) => rate / (bare[round] ?? NaN)));
const megabytes = peakBytes / 1e6;
console.log(`
vaultlink push, ${LINES} lines, ${CONCURRENCY} at a time: median of ${ROUNDS} interleaved rounds
  bare loop of fetch  ${median(bare).toFixed(0).padStart(7)} lines/s
  vaultlink push      ${median(pushed).toFixed(0).padStart(7)} lines/s  ${ratio.toFixed(2)}  ${ratio >= MIN_RATIO ? 'at least' : 'UNDER'} ${MIN_RATIO}
  memory, at most     ${megabytes.toFixed(0).padStart(7)} MB       ${peakBytes <= MAX_BYTES ? 'within' : 'OVER'} ${MAX_BYTES / 1e6}`);
stopAll();
