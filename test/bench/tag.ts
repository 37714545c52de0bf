/**
 * What the script tag costs a landing page, against a bare hand-made loader in the same run, and how many round trips a report takes.
 * `npm run bench` prints the ratios. The runs are interleaved, so that noise of the machine falls on all alike.
 */
import type { Browser } from '@playwright/test';
import { chromium } from '@playwright/test';
import { findBrowser } from '../support/find-browser.ts';
import { measureReport } from './round-trips.ts';
import { servePages } from './pages.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 40);
const SLOWDOWN = 4;
const TOKEN = 'service_endlink_token=q7cJ1f0Yw3bK9xV2mR8tLs&seller_id=42';

interface TraceEvent {
  name: string;
  /** CPU time of the thread in microseconds: what other programs do in the meantime does not count. */
  tdur?: number;
  args?: { data?: { url?: string } };
}

/** One page load: evaluation time of the script and the longest task, both in microseconds of the slowed-down page. */
async function load(browser: Browser, url: string, script: string) {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel'] });
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('settled').length > 0);
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const longTasks = await page.evaluate(() => (window as never as { longTasks: number }).longTasks);
  await page.close();
  const evaluation = trace.traceEvents
    .filter(({ name, args }) => name === 'EvaluateScript' && args?.data?.url?.endsWith(script))
    .reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  return { evaluation, longTasks };
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const pages = await servePages();
const { executablePath } = findBrowser();
const browser = await chromium.launch({ executablePath });

const cases = [
  { name: 'bare loader, with a token', path: `/bare?${TOKEN}`, script: 'bare.js' },
  { name: 'bare loader, no token', path: '/bare', script: 'bare.js' },
  { name: 'vaultlink.js, with a token', path: `/tag?${TOKEN}`, script: 'vaultlink.js', limit: 1.4 },
  { name: 'vaultlink.js, no token', path: '/tag', script: 'vaultlink.js', limit: 0.6 },
];
const times = cases.map(() => [] as number[]);
const longTasks = { bare: 0, tag: 0 };
for (let round = -3; round < ROUNDS; round += 1) {
  process.stderr.write(`\rround ${Math.max(round + 1, 0)} of ${ROUNDS}`);
  for (const [index, { path, script, name }] of cases.entries()) {
    const measured = await load(browser, pages.origin + path, script);
    if (round < 0) continue; // warm-up
    times[index]?.push(measured.evaluation);
    longTasks[name.startsWith('bare') ? 'bare' : 'tag'] += measured.longTasks;
  }
}
process.stderr.write('\n');

console.log(`\nEvaluation at ${SLOWDOWN}x CPU slowdown, median of ${ROUNDS} interleaved loads`);
const base = median(times[0] ?? []);
for (const [index, { name, limit }] of cases.entries()) {
  const time = median(times[index] ?? []);
  const ratio = (time / base).toFixed(2);
  const verdict = limit ? (time / base <= limit ? `within ${limit}` : `OVER ${limit}`) : '';
  console.log(
    `  ${name.padEnd(28)} ${(time / 1000).toFixed(2).padStart(7)} ms  ${ratio.padStart(5)}  ${verdict}`,
  );
}
console.log(
  `  long tasks: ${longTasks.bare} on pages with the bare loader, ${longTasks.tag} with the tag`,
);

console.log('\nOne report, in round trips to the service');
for (const { name, roundTrips } of await measureReport(executablePath)) {
  console.log(`  ${name.padEnd(28)} ${roundTrips.toFixed(2).padStart(7)}`);
}

await browser.close();
await pages.close();
