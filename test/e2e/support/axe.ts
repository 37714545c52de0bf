import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe complains about, and whether anything has to be scrolled sideways.
 *
 * @param within selector of the part that axe looks at
 */
export async function complaintsAbout(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (within) =>
      (window as unknown as { axe: { run: (within: string) => Promise<AxeResults> } }).axe.run(
        within,
      ),
    within,
  );
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  return [
    ...violations.map(({ id, nodes }) => `${page.url()}: ${id} ${nodes[0]?.html ?? ''}`),
    ...(isWide ? [`${page.url()} is wider than the screen`] : []),
  ];
}
