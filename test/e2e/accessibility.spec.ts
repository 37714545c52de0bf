import { complaintsAbout } from './support/axe.ts';
import { expect, test } from './support/demo.ts';
import { decide, expectConnected, expectConsent, pressConnect } from './support/vault.ts';

const SURVEY_PAGES = ['landing', 'thanks', 'enough', 'not-a-match', 'not-accepted'];

for (const colorScheme of ['light', 'dark'] as const) {
  // Not over WebDriver: it chooses no colour scheme.
  const options = { tag: '@playwright' };
  test(
    `axe finds nothing on the pages of the demo, nor on a narrow screen, in ${colorScheme} mode`,
    options,
    async ({ browser, demo }) => {
      test.setTimeout(300_000);
      // 320 pixels are 1280 at 400 %: WCAG 2.2, success criterion 1.4.10.
      const context = await browser.newContext({
        colorScheme,
        viewport: { width: 320, height: 700 },
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      for (const url of [
        `${demo.sample}/`,
        ...SURVEY_PAGES.map((name) => `${demo.sample}/${name}.html`),
        `${demo.panel}/`,
        `${demo.panel}/profile`,
        `${demo.panel}/nowhere`,
        `${demo.panel}/vault/callback?code=a&state=b`,
        `${demo.club}/`,
        `${demo.club}/profile`,
        `${demo.panel}/profile/popup`,
        `${demo.service}/`,
        `${demo.service}/developer`,
        `${demo.service}/sandbox/log`,
        `${demo.service}/sandbox/lab`,
      ]) {
        await page.goto(url);
        await page.waitForLoadState();
        complaints.push(...(await complaintsAbout(page)));
        await page.setViewportSize({ width: 390, height: 700 });
        const isWide = () => document.documentElement.scrollWidth > innerWidth;
        if (await page.evaluate(isWide)) complaints.push(`${url} is wider than a phone`);
        await page.setViewportSize({ width: 320, height: 700 });
      }
      await page.goto(`${demo.panel}/profile`);
      await pressConnect(page);
      await expectConsent(page);
      complaints.push(...(await complaintsAbout(page)));
      await decide(page, 'Allow');
      await expectConnected(page);
      complaints.push(...(await complaintsAbout(page)));
      // With something on record: a break is armed.
      await page.goto(demo.sample);
      await page.getByRole('button', { name: 'Lose the answer' }).click();
      await expect(page.getByText('Armed: lose the answer.')).toBeVisible();
      complaints.push(...(await complaintsAbout(page)));
      await page.goto(demo.sample);
      complaints.push(...(await complaintsAbout(page)));
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
}

test('connecting and pushing needs no pointer', async ({ page, demo }) => {
  await page.goto(`${demo.panel}/profile`);
  await expect(page.getByRole('button', { name: 'Connect my vault' })).toBeVisible();
  const focused = () =>
    page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return element?.textContent.trim() ?? '';
    });
  const tabTo = async (name: string) => {
    for (let steps = 0; steps < 30 && (await focused()) !== name; steps += 1) {
      await page.keyboard.press('Tab');
    }
    expect(await focused()).toBe(name);
  };
  await tabTo('Connect my vault');
  await page.keyboard.press('Enter');
  await expectConsent(page);
  await tabTo('Allow');
  await page.keyboard.press('Enter');
  await expectConnected(page);
  await page.getByLabel('Tea').focus();
  await page.keyboard.press('Space');
  await tabTo('Save to my vault');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your answers are saved in your vault.')).toBeVisible();
  expect(await focused()).toBe('Save to my vault');
});
