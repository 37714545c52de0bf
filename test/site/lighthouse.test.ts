import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { LaunchedChrome } from 'chrome-launcher';
import { installFolder } from '../../build/install-folder.ts';
import { findBrowser } from '../support/find-browser.ts';
import { serveSite } from '../support/site-server.ts';
import { SITE } from './built-site.ts';

/** A page of each kind: home, guide, reference, recipe, and those with a script of their own. */
const PAGES = [
  ...['/', '/frameworks/react/', '/elements/', '/recipes/typeform/'],
  ...['/recipes/generator/', '/playground/'],
].filter((address) => existsSync(`${SITE}${address}index.html`));

/** What has to be perfect. How fast a busy machine is says nothing about the page, so that is only printed. */
const PERFECT = ['accessibility', 'best-practices', 'seo'];

installFolder('test/site');
const { launch } = await import('chrome-launcher');
const { default: lighthouse } = await import('lighthouse');

describe('Lighthouse on the built site', () => {
  let site: Awaited<ReturnType<typeof serveSite>>;
  let chrome: LaunchedChrome;
  before(async () => {
    site = await serveSite();
    chrome = await launch({
      chromePath: findBrowser().executablePath,
      chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
    });
  });
  after(async () => {
    chrome.kill();
    await site.close();
  });

  for (const address of PAGES) {
    it(`gives ${address} 100 for accessibility, best practices and SEO`, async (test) => {
      const result = await lighthouse(site.origin + address, {
        port: chrome.port,
        logLevel: 'error',
        onlyCategories: [...PERFECT, 'performance'],
      });
      assert.ok(result);
      const { categories, audits } = result.lhr;
      const failed = PERFECT.flatMap((name) => categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
        .map(({ id }) => id);
      assert.deepEqual(failed, []);
      for (const name of PERFECT) assert.equal(categories[name]?.score, 1, name);
      test.diagnostic(`performance: ${Math.round((categories.performance?.score ?? 0) * 100)}`);
    });
  }
});
