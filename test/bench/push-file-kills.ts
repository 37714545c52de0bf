/**
 * One large file, pushed by a `vaultlink push` that is killed again and again at random moments: nothing may be lost, and what arrived twice must say so.
 * `LINES` and `KILLS` make it larger.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectSellers, writeAnswers } from '../node/push/files.ts';
import { killAndResume } from '../node/push/kill-and-resume.ts';
import { startServer, stopAll } from './compare.ts';

const LINES = Number(process.env.LINES ?? 100_000);
const KILLS = Number(process.env.KILLS ?? 20);
const SELLERS = Number(process.env.SELLERS ?? 1000);
const CONCURRENCY = Number(process.env.CONCURRENCY ?? 8);

const folder = mkdtempSync(join(tmpdir(), 'vaultlink-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const storePath = join(folder, 'store.db');
const answersPath = join(folder, 'answers.ndjson');

const service = await startServer('test/node/push/counting-service.ts', {
  parameters: [String(LINES)],
});
await connectSellers(storePath, SELLERS);
await writeAnswers(answersPath, LINES, SELLERS);

const startMs = performance.now();
const report = await killAndResume({
  cli: ['dist/node/cli.js'],
  serviceOrigin: service.address,
  storePath,
  answersPath,
  resultsPath: join(folder, 'results.ndjson'),
  lines: LINES,
  concurrency: CONCURRENCY,
  kills: KILLS,
  onEnd: (text) => process.stderr.write(`${text.trim().split('\n').slice(-3).join('\n')}\n`),
});
const seconds = (performance.now() - startMs) / 1000;
const isGood = !report.lost && !report.unmarked && !report.notOk;
console.log(`
vaultlink push, ${LINES} lines, ${CONCURRENCY} at a time, killed ${report.kills} times: ${isGood ? 'nothing lost' : 'NOT AS IT SHOULD BE'}
  lost                          ${report.lost}
  without a result that is ok   ${report.notOk}
  arrived more than once        ${report.arrivedTwice}, of these without a mark: ${report.unmarked}
  marked as perhaps repeated    ${report.marked}
  memory, at most               ${(report.peakBytes / 1e6).toFixed(0)} MB
  lines a second, over all      ${(LINES / seconds).toFixed(0)}`);
process.exitCode = isGood ? 0 : 1;
stopAll();
