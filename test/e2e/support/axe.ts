import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

interface Axe {
  run: (context: { exclude: string[] }, options: RunOptions) => Promise<AxeResults>;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe complains about, and whether anything has to be scrolled sideways.
 *
 * @param exclude selectors of what is not looked at, such as the frame that all pages share
 * @param runOnly the rules. Default: all
 */
export async function complaintsAbout(
  page: Page,
  exclude: string[] = [],
  runOnly?: string[],
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    ([selectors, rules]) =>
      (window as unknown as { axe: Axe }).axe.run(
        { exclude: selectors },
        { ...(rules && { runOnly: rules }), resultTypes: ['violations'] },
      ),
    [exclude, runOnly] as const,
  );
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  return [
    ...violations.map(({ id, nodes }) => `${page.url()}: ${id} ${nodes[0]?.html ?? ''}`),
    ...(isWide ? [`${page.url()} is wider than the screen`] : []),
  ];
}
