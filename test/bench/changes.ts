/**
 * What the script tag costs on a page that changes all the time: its share of a core at 600 batches of changes a second on a page of 5,000 elements,
 * for each kind of change, without the tag, with it, with a token, and with an element that waits in a hidden step. `ROUNDS` runs of each are
 * interleaved; the share is the CPU time of the page's own thread.
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
const BATCHES = Number(process.env.BATCHES ?? 6000);
/** The share of a core that the tag may take, in percent. */
const LIMIT = 2;
const TOKEN = 'service_endlink_token=q7cJ1f0Yw3bK9xV2mR8tLs&seller_id=42';

const CASES = [
  { name: 'no tag', path: '/empty' },
  { name: 'vaultlink.js, no token', path: '/vaultlink' },
  { name: 'vaultlink.js, with a token', path: `/vaultlink?${TOKEN}` },
  { name: 'and a hidden element', path: `/vaultlink?${TOKEN}`, hasElement: true },
];

/** What a page changes in one batch: the body of a function of a list, a paragraph with a word, elements to come and go, a shadow root, and the number of the batch. */
const KINDS: Record<string, string> = {
  'an element is replaced': `const item = document.createElement('li');
    item.textContent = String(batch);
    list.replaceChildren(item);`,
  'a text changes': 'word.firstChild.data = String(batch);',
  'a text is replaced': 'word.textContent = String(batch);',
  'class and style of an element change':
    'list.className = "c" + batch; list.style.order = String(batch);',
  'class and style of the body change':
    'document.body.className = "c" + batch; document.body.style.order = String(batch);',
  'an element is removed and added': 'one.remove(); list.append(one);',
  'ten elements are removed and added': 'ten.remove(); list.append(ten);',
  'an element in a shadow root is replaced':
    'shadow.replaceChildren(document.createElement("li"));',
};

/** Returns the seconds of CPU time that the page's thread takes for all batches of one kind. */
async function cpuOfChanges(page: Page, change: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cpu = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await cpu();
  await page.evaluate(
    async ([change, batches]) => {
      const list = document.createElement('ul');
      const word = document.createElement('p');
      word.textContent = 'A word';
      const one = document.createElement('li');
      const ten = document.createElement('li');
      ten.innerHTML = '<b>A word</b>'.repeat(9);
      const host = document.createElement('div');
      const shadow = host.attachShadow({ mode: 'open' });
      document.body.append(list, word, host);
      const names = ['list', 'word', 'one', 'ten', 'shadow', 'batch'];
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the page gets the change as text
      const apply = new Function(...names, change) as (...values: unknown[]) => void;
      for (let batch = 0; batch < batches; batch += 1) {
        apply(list, word, one, ten, shadow, batch);
        // The observers run before the next batch.
        await Promise.resolve();
      }
      for (const added of [list, word, host]) added.remove();
    },
    [change, BATCHES] as const,
  );
  return (await cpu()) - before;
}

/** Adds what the page is made of, and an element in a step that is not shown. */
async function fillPage(page: Page, hasElement = false): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('settled').length > 0);
  await page.evaluate((count) => {
    document.body.insertAdjacentHTML('beforeend', '<p><b>A word</b></p>'.repeat(count / 2));
  }, ELEMENTS);
  if (!hasElement) return;
  await page.evaluate(() => {
    const step = '<div hidden><endlink-finish outcome="complete"></endlink-finish></div>';
    document.body.insertAdjacentHTML('beforeend', step);
    return customElements.whenDefined('endlink-finish').then(() => undefined);
  });
}

const pages = await servePages();
const { executablePath } = findBrowser();
const browser = await chromium.launch({ executablePath });
const results = CASES.map((subject) => ({ ...subject, shares: new Map<string, number[]>() }));
for (let round = -1; round < ROUNDS; round += 1) {
  for (const { path, shares, hasElement } of results) {
    const page = await browser.newPage();
    await page.goto(pages.origin + path);
    await fillPage(page, hasElement);
    for (const [kind, change] of Object.entries(KINDS)) {
      const seconds = await cpuOfChanges(page, change);
      const share = (seconds / BATCHES) * BATCHES_PER_SECOND * 100;
      // The first round is for the compiler.
      if (round >= 0) shares.set(kind, [...(shares.get(kind) ?? []), share]);
    }
    await page.close();
  }
}
await browser.close();
await pages.close();

console.log(
  `\nShare of a core at ${BATCHES_PER_SECOND} batches a second on ${ELEMENTS} elements, median of ${ROUNDS}`,
);
for (const kind of Object.keys(KINDS)) {
  console.log(`\n  ${kind}`);
  const shareOf = ({ shares }: (typeof results)[number]) => median(shares.get(kind) ?? []);
  const [first] = results;
  const base = first ? shareOf(first) : 0;
  for (const result of results) {
    const added = shareOf(result) - base;
    const verdict = added <= LIMIT ? `within ${LIMIT} %` : `OVER ${LIMIT} %`;
    console.log(
      `    ${result.name.padEnd(28)} ${shareOf(result).toFixed(2).padStart(6)} %  ${added.toFixed(2).padStart(6)} % by the tag  ${verdict}`,
    );
  }
}
