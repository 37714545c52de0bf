/**
 * What the script tag costs on a page that changes all the time: its share of a core at 600 batches of changes a second on a page of 5,000 elements,
 * without the tag, with it, and with a token. `ROUNDS` runs of each are interleaved; the share is the CPU time of the page's own thread.
 */
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { findBrowser } from '../support/find-browser.ts';
import { median } from './compare.ts';
import { servePages } from './pages.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const ELEMENTS = 5000;
const BATCHES_PER_SECOND = 600;
/** Batches of a run. They follow each other at once: pauses would add timers and rendering, whose cost differs more than the tag's. */
const BATCHES = 6000;
/** The share of a core that the tag may take, in percent. */
const LIMIT = 2;
const TOKEN = 'service_endlink_token=q7cJ1f0Yw3bK9xV2mR8tLs&seller_id=42';

const CASES = [
  { name: 'no tag', path: '/empty' },
  { name: 'vaultlink.js, no token', path: '/vaultlink' },
  { name: 'vaultlink.js, with a token', path: `/vaultlink?${TOKEN}` },
];

/** Seconds of CPU time that the page's thread takes for all batches. */
async function cpuOfChanges(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cpu = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await cpu();
  await page.evaluate(async (batches) => {
    const list = document.createElement('ul');
    document.body.append(list);
    for (let batch = 0; batch < batches; batch += 1) {
      const item = document.createElement('li');
      item.textContent = String(batch);
      list.replaceChildren(item);
      // The observers run before the next batch.
      await Promise.resolve();
    }
  }, BATCHES);
  return (await cpu()) - before;
}

const pages = await servePages();
const { executablePath } = findBrowser();
const browser = await chromium.launch({ executablePath });
const results = CASES.map((subject) => ({ ...subject, shares: [] as number[] }));
for (let round = -1; round < ROUNDS; round += 1) {
  for (const { path, shares } of results) {
    const page = await browser.newPage();
    await page.goto(pages.origin + path);
    await page.waitForFunction(() => performance.getEntriesByName('settled').length > 0);
    await page.evaluate((count) => {
      document.body.insertAdjacentHTML('beforeend', '<p><b>A word</b></p>'.repeat(count / 2));
    }, ELEMENTS);
    const seconds = await cpuOfChanges(page);
    // The first round is for the compiler.
    if (round >= 0) shares.push((seconds / BATCHES) * BATCHES_PER_SECOND * 100);
    await page.close();
  }
}
await browser.close();
await pages.close();

console.log(
  `\nShare of a core at ${BATCHES_PER_SECOND} batches a second on ${ELEMENTS} elements, median of ${ROUNDS}`,
);
const base = median(results[0]?.shares ?? []);
for (const { name, shares } of results) {
  const share = median(shares);
  const verdict = share - base <= LIMIT ? `within ${LIMIT} %` : `OVER ${LIMIT} %`;
  console.log(
    `  ${name.padEnd(28)} ${share.toFixed(2).padStart(6)} %  ${(share - base).toFixed(2).padStart(6)} % by the tag  ${verdict}`,
  );
}
