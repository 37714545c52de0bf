import type { Page } from '@playwright/test';
import { callVaultlink, stopCalls } from '../node/in-process.ts';
import { ENGINE } from '../support/engines.ts';
import { expect, test as base } from './support/in-engine.ts';

/** Addresses of a running sandbox and of its sample. */
interface Sample {
  service: string;
  sample: string;
}

const test = base.extend<{ addresses: Sample }>({
  addresses: async ({}, use) => {
    const call = callVaultlink(['sandbox', '--port', '0']);
    const [, service = '', sample = ''] = await call.says(
      /^listening on (\S+)\nSample survey: (\S+)/,
    );
    await use({ service, sample });
    await stopCalls();
  },
});

/** Returns the states of the sellers who opened the sample. */
async function paidSellers(service: string): Promise<boolean[]> {
  const response = await fetch(`${service}/sandbox/state`);
  const { sellers_packets } = (await response.json()) as { sellers_packets: { paid: boolean }[] };
  return sellers_packets.map(({ paid }) => paid);
}

/** Counts the clicks on all pages of a tab from now on. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('onTestClick', () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    const { onTestClick } = window as never as { onTestClick: () => void };
    addEventListener('click', onTestClick, true);
  });
  return () => clicks;
}

// The stand-in for Playwright in WebKitGTK has no `getByRole()` within a locator.
test(
  'two clicks lead from the first page of the sample to a seller who is paid',
  { tag: '@playwright' },
  async ({ page, addresses: { service, sample } }) => {
    const clicks = await countClicks(page);
    await page.goto(sample);
    await page.getByRole('button', { name: 'Open the survey' }).click();
    await page.getByRole('link', { name: 'Coffee' }).click();
    await expect(page.getByText('Paid: €2.50')).toBeVisible();
    expect(clicks()).toBe(2);
    expect(await paidSellers(service)).toEqual([true]);
    await page.getByRole('link', { name: 'Back to the sample' }).click();
    await expect(page.locator('.steps .done')).toHaveCount(3);
  },
);

test('the first page of the sample ticks a step as soon as it is done, without being loaded again', async ({
  page,
  addresses: { service, sample },
}) => {
  await page.goto(sample);
  await expect(page.locator('.steps .done')).toHaveCount(0);
  const order = { packet_id: 'sample-survey', seller_id: 'seller-1' };
  const opened = await fetch(`${service}/sandbox/endlinks`, {
    method: 'POST',
    body: JSON.stringify(order),
  });
  const { token } = (await opened.json()) as { token: string };
  await expect(page.locator('.steps .done')).toHaveCount(1);
  await fetch(`${service}/api/v3/endlinks/screenout?service_endlink_token=${token}`);
  await expect(page.locator('.steps .done')).toHaveCount(3);
  await expect(page.locator('.steps')).toContainText('Not paid.');
});

for (const [way, sentence, fate] of [
  ['Lose the answer', 'most likely been recorded', 'counted, but answered 502'],
  ['Cut the connection', 'recorded', 'the connection broke: not counted'],
  ['Answer 503 twice', 'recorded', 'answered 503: not counted'],
  ['Answer slowly', 'recorded', 'counted, answered 200'],
] as const) {
  // The stand-in for Playwright in WebKitGTK has no `getByRole()` within a locator.
  test(
    `the sample survey counts once when the network breaks: ${way.toLowerCase()}`,
    { tag: '@playwright' },
    async ({ page, addresses: { service, sample } }) => {
      await page.goto(sample);
      await page.getByRole('button', { name: way }).click();
      await expect(page.locator('.armed')).toContainText(`Armed: ${way.toLowerCase()}.`);
      await page.getByRole('link', { name: 'Coffee' }).click();
      // Firefox repeats a request whose connection broke, so its page never learns of it.
      const seen = way === 'Answer slowly' ? 'Reporting' : 'Not confirmed yet';
      const status = page.locator('endlink-finish').getByRole('status');
      if (!(way === 'Cut the connection' && ENGINE === 'firefox')) {
        await expect(status).toContainText(seen);
      }
      await expect(status).toContainText(sentence);
      await expect(page.locator('.reports')).toContainText(fate);
      await expect(page.locator('.reports .counted')).toHaveCount(1);
      expect(await paidSellers(service)).toEqual([true]);
    },
  );
}
