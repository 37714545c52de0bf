/**
 * What the script tag costs a landing page, against a bare hand-made loader and the scripts of other products in the same run, and how many
 * round trips a report takes. `npm run bench` prints the ratios. The runs are interleaved, so that noise of the machine falls on all alike.
 *
 * The variable `BESIDE` has paths of other checkouts, with commas between them, whose builds are measured in the same rounds.
 */
import type { Browser } from '@playwright/test';
import { chromium } from '@playwright/test';
import { findBrowser } from '../support/find-browser.ts';
import { median } from './compare.ts';
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

const beside = process.env.BESIDE?.split(',') ?? [];
const pages = await servePages(beside);
const { executablePath } = findBrowser();
const browser = await chromium.launch({ executablePath });

/** What is loaded, and how many times the bare loader's evaluation it may take. */
const CASES: { name: string; path: string; limit?: number }[] = [
  { name: 'bare loader, with a token', path: `/bare?${TOKEN}` },
  { name: 'vaultlink.js, with a token', path: `/vaultlink?${TOKEN}`, limit: 1.6 },
  { name: 'vaultlink.js, no token', path: '/vaultlink', limit: 0.8 },
  ...beside.flatMap((path, index) => [
    { name: `with a token, of ${path}`, path: `/beside/${index}/vaultlink?${TOKEN}` },
    { name: `no token, of ${path}`, path: `/beside/${index}/vaultlink` },
  ]),
  { name: 'plausible-tracker', path: '/plausible-tracker' },
  { name: 'hcaptcha-loader', path: '/hcaptcha-loader' },
];
const results = CASES.map((subject) => ({ ...subject, evaluations: [] as number[], longTasks: 0 }));
for (let round = -3; round < ROUNDS; round += 1) {
  process.stderr.write(`\rround ${Math.max(round + 1, 0)} of ${ROUNDS}`);
  for (const result of results) {
    const { pathname } = new URL(result.path, pages.origin);
    const measured = await load(browser, pages.origin + result.path, `${pathname}.js`);
    if (round < 0) continue; // warm-up
    result.evaluations.push(measured.evaluation);
    result.longTasks += measured.longTasks;
  }
}
process.stderr.write('\n');

console.log(`\nEvaluation at ${SLOWDOWN}x CPU slowdown, median of ${ROUNDS} interleaved loads`);
const base = median(results[0]?.evaluations ?? []);
for (const { name, limit, evaluations, longTasks } of results) {
  const time = median(evaluations);
  const ratio = (time / base).toFixed(2);
  const verdict = limit ? (time / base <= limit ? `within ${limit}` : `OVER ${limit}`) : '';
  const columns = [
    name.padEnd(28),
    `${(time / 1000).toFixed(2).padStart(7)} ms`,
    ratio.padStart(5),
    `${longTasks} long tasks`.padStart(14),
    verdict,
  ];
  console.log(`  ${columns.join('  ')}`);
}

console.log('\nOne report, in round trips to the service');
for (const { name, roundTrips } of await measureReport(executablePath)) {
  console.log(`  ${name.padEnd(28)} ${roundTrips.toFixed(2).padStart(7)}`);
}

await browser.close();
await pages.close();
