import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Verdict } from '../../../src/check/index.ts';
import { checkSite, startChromium } from '../../../src/node/check/check-site.ts';
import { findBrowser } from '../../support/find-browser.ts';
import { RIGHT_SITES, serveSite, SITES } from './sites.ts';
import type { Site } from './sites.ts';

/** What never comes fails a test, not what is slow to come on a busy machine. */
const limit = { timeout: 240_000 };
const WAIT_MS = 60_000;

/** Where nothing is to come. */
const WAIT_IN_VAIN_MS = 20_000;

const inVain = (site: Site) => /never reports|in the way/.test(site.name);

async function check(browser: Browser, site: Site): Promise<Verdict[]> {
  const { origin, close } = await serveSite(site);
  try {
    return await checkSite(browser, {
      url: `${origin}/`,
      clicks: site.clicks ?? ['#start'],
      outcome: site.expected,
      waitMs: inVain(site) ? WAIT_IN_VAIN_MS : WAIT_MS,
    });
  } finally {
    await close();
  }
}

const broken = (verdicts: readonly Verdict[]) => verdicts.filter(({ mark }) => mark === 'no');

describe('The check of a site', { concurrency: 4 }, () => {
  let browser: Browser;
  before(async () => {
    browser = await startChromium(findBrowser().executablePath, process.env);
  }, limit);
  after(() => browser.close(), limit);

  for (const site of SITES.filter((one) => one.broken !== undefined)) {
    it(`finds what is wrong, and nothing else, with a site that ${site.name}`, limit, async () => {
      const verdicts = await check(browser, site);
      assert.deepEqual(
        broken(verdicts).map(({ rule }) => rule),
        [site.broken],
        JSON.stringify(verdicts, null, 1),
      );
      for (const { saw, advice } of broken(verdicts)) {
        assert.match(saw, site.saw ?? /^$/);
        assert.ok(advice);
      }
    });
  }

  for (const site of [...SITES.filter((one) => one.broken === undefined), ...RIGHT_SITES]) {
    it(`finds nothing wrong with a site that ${site.name}`, limit, async () => {
      const verdicts = await check(browser, site);
      assert.deepEqual(broken(verdicts), [], JSON.stringify(verdicts, null, 1));
    });
  }
});
