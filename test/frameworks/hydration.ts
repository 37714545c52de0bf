import type { Page } from '@playwright/test';
import { expect, test } from '../e2e/support/fixtures.ts';
import { consoleOf } from '../e2e/support/seller.ts';
import { expectOneRequest } from '../e2e/support/service.ts';
import type { serveApp } from './page.ts';

/** A framework that takes over HTML that a server has rendered. */
interface HydratingFramework {
  name: string;
  /** Renders the app `rendered` on a server. */
  render: () => Promise<string>;
  /** Serves an app at `/survey`, with the script `/bundle/APP.js`. */
  serve: (...parameters: Parameters<typeof serveApp>) => Promise<void>;
  /** Finds the lines of the console in which the framework complains of a mismatch. */
  complaint: RegExp;
  /** Expects what only the page of this framework shows. */
  expectFurther?: (page: Page) => Promise<void>;
}

/** Defines the tests that a framework has to pass whose server has rendered the page. */
export function testHydration({
  name,
  render,
  serve,
  complaint,
  expectFurther,
}: HydratingFramework): void {
  for (const setup of ['the script tag', 'the package'] as const) {
    test(
      `a page that ${name} has rendered on a server is taken over without a mismatch, with ${setup}`,
      { tag: '@smoke' },
      async ({ page, service, buyer }) => {
        const html = await render();
        expect(html).toContain('<p>No token</p>');
        expect(html).toContain('class="missing">missing</output>');
        expect(html).toContain('<endlink-finish outcome="quota_full">');
        await serve(service, buyer, 'rendered', { setup, html });
        const lines = consoleOf(page);
        const endlink = await service.issue(buyer.url('/survey'));
        await page.goto(endlink.url);
        await expect(page.locator('#endlink-state')).toHaveText('confirmed');
        await expect(page.locator('#endlink-state.confirmed')).toHaveText('confirmed');
        await expect(page.locator('#last-event')).toHaveText('endlink-confirmed');
        await expect(page.locator('#vault-state')).not.toHaveText('checking');
        await expect(page.getByText(`Seller ${endlink.seller_id}`)).toBeVisible();
        await expectFurther?.(page);
        await expect(page.getByText('Thank you!')).toBeVisible();
        await expect(page.getByText('Mounted')).toHaveCount(1);
        expect(lines.filter((line) => complaint.test(line))).toEqual([]);
        await expectOneRequest(service, endlink, 'quota_full');
      },
    );
  }

  // WebDriver waits for the load event, which the script that is held keeps back.
  test(
    `a listener of ${name} gets what an element has announced before the page was hydrated`,
    { tag: '@playwright' },
    async ({ page, service, buyer }) => {
      const html = await render();
      await serve(service, buyer, 'rendered', { setup: 'the script tag', html });
      let hydrate: (() => void) | undefined;
      const hydrated = new Promise<void>((resolve) => (hydrate = resolve));
      await page.route('**/bundle/rendered.js', async (route) => {
        await hydrated;
        await route.continue();
      });
      const endlink = await service.issue(buyer.url('/survey'));
      await page.goto(endlink.url, { waitUntil: 'commit' });
      await expect(page.getByText('Thank you!')).toBeVisible();
      await expect(page.locator('#last-event')).toHaveText('');
      hydrate?.();
      await expect(page.locator('#last-event')).toHaveText('endlink-confirmed');
      await expectOneRequest(service, endlink, 'quota_full');
    },
  );
}
