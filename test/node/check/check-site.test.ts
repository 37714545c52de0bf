import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Finding } from '../../../src/findings/index.ts';
import { checkSite, startChromium } from '../../../src/node/check/check-site.ts';
import { findBrowser } from '../../support/find-browser.ts';
import { serveSite } from './serve-site.ts';
import { RIGHT_SITES, SITES } from './sites.ts';
import type { Site } from './sites.ts';

/** What never comes fails a test, not what is slow to come on a busy machine. */
const limit = { timeout: 240_000 };
const WAIT_MS = 60_000;

/** Where nothing is to come. */
const WAIT_IN_VAIN_MS = 20_000;

const inVain = (site: Site) => /never reports|in the way/.test(site.name);

async function check(browser: Browser, site: Site): Promise<Finding[]> {
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

const broken = (findings: readonly Finding[]) =>
  findings.filter(({ verdict }) => verdict === 'failed');

describe('The check of a site', { concurrency: 4 }, () => {
  let browser: Browser;
  before(async () => {
    browser = await startChromium(findBrowser().executablePath, process.env);
  }, limit);
  after(() => browser.close(), limit);

  for (const site of SITES.filter((one) => one.broken !== undefined)) {
    it(`finds what is wrong, and nothing else, with a site that ${site.name}`, limit, async () => {
      const findings = await check(browser, site);
      assert.deepEqual(
        broken(findings).map(({ id }) => id),
        [site.broken],
        JSON.stringify(findings, null, 1),
      );
      for (const { cause, remedy } of broken(findings)) {
        assert.match(cause, site.cause ?? /^$/);
        assert.ok(remedy.length);
      }
    });
  }

  for (const site of [...SITES.filter((one) => one.broken === undefined), ...RIGHT_SITES]) {
    it(`finds nothing wrong with a site that ${site.name}`, limit, async () => {
      const findings = await check(browser, site);
      assert.deepEqual(broken(findings), [], JSON.stringify(findings, null, 1));
    });
  }
});
