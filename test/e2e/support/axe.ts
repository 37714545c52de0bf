import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

interface Part {
  include: string[];
  exclude: string[];
}

interface Axe {
  run: (part: Part, options: RunOptions) => Promise<AxeResults>;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Lists the complaints of axe, and whether anything has to be scrolled sideways.
 *
 * @param look `include` and `exclude`: selectors of the parts that axe looks at, and of what it passes over, such as the frame that all pages share;
 * `rules`: the rules of axe. Default: all
 */
export async function complaintsAbout(
  page: Page,
  {
    include = ['html'],
    exclude = [],
    rules,
  }: Partial<Part> & { rules?: string[] | undefined } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    ([part, runOnly]) =>
      (window as unknown as { axe: Axe }).axe.run(part, {
        ...(runOnly && { runOnly }),
        resultTypes: ['violations'],
      }),
    [{ include, exclude }, rules] as const,
  );
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  return [
    ...violations.map(({ id, nodes }) => `${page.url()}: ${id} ${nodes[0]?.html ?? ''}`),
    ...(isWide ? [`${page.url()} is wider than the screen`] : []),
  ];
}
