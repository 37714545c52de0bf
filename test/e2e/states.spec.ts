import type { Page } from '@playwright/test';
import { flawsOf } from './support/appearance.ts';
import { complaintsAbout } from './support/axe.ts';
import { openStanding, STANDINGS } from './support/element-states.ts';
import { expect, test } from './support/fixtures.ts';

/** How somebody looks at a page. */
interface Look {
  colorScheme?: 'light' | 'dark';
  forcedColors?: 'active' | 'none';
  reducedMotion?: 'reduce' | 'no-preference';
  width?: number;
  fontSize?: string;
}

const LOOKS: Record<string, Look> = {
  'light colours': {},
  'dark colours': { colorScheme: 'dark' },
  'forced colours': { forcedColors: 'active' },
  'reduced motion': { reducedMotion: 'reduce' },
  // 1280 at 400 %: WCAG 2.2, success criterion 1.4.10.
  '320 pixels': { width: 320 },
  // Success criterion 1.4.4.
  'text of twice the size': { fontSize: '200%' },
};

async function look(page: Page, { width = 390, fontSize = '', ...media }: Look): Promise<void> {
  await page.emulateMedia({
    ...{ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'no-preference' },
    ...media,
  });
  await page.setViewportSize({ width, height: 700 });
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, fontSize);
}

for (const language of ['en', 'ar'] as const) {
  for (const [name, standing] of Object.entries(STANDINGS)) {
    // Not over WebDriver: it chooses no colours.
    const options = { tag: '@playwright' };
    test(
      `<${standing.name}> has no flaw however one looks at it in "${language}", when it is ${name}`,
      options,
      async ({ page, buyer }) => {
        test.setTimeout(120_000);
        await openStanding(page, buyer, standing, language);
        const said = language === 'en' ? standing.says : /\p{Script=Arabic}/u;
        const flaws: Record<string, string[]> = {};
        for (const [way, how] of Object.entries(LOOKS)) {
          await look(page, how);
          if (standing.says) await expect(page.getByRole('status')).toContainText(said);
          const found = [...(await flawsOf(page, standing.name)), ...(await complaintsAbout(page))];
          if (found.length) flaws[way] = found;
        }
        expect(flaws).toEqual({});
      },
    );
  }
}
