import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { judge } from '../../src/check/index.ts';
import { startChromium } from '../../src/node/check/start-chromium.ts';
import { MISTAKES } from '../node/check/mistakes/mistakes.ts';
import { visitServed } from '../node/check/visit-served.ts';
import { assertNamed, failed } from '../node/check/assert-named.ts';
import { RIGHT_SITES } from '../node/check/right-sites.ts';
import { findBrowser } from '../support/find-browser.ts';
import { RECORDED_CHECKS } from './recorded-checks.ts';
import { wrongInConsole } from './true-causes.ts';
import { visitInConsole } from './visit-in-console.ts';

/** What never comes fails a test, not what is slow to come on a busy machine. */
const limit = { timeout: 240_000 };
const WAIT_MS = 20_000;

/** Leaves out the cause that depends on whether a page could still tell of its report while it was being left. */
const steadyCauses = ({ causeId }: { causeId: string }, causes?: readonly string[]) =>
  causeId === 'reported-on-leaving'
    ? causes?.filter((cause) => cause !== 'reported-on-the-way')
    : causes;

describe('The check of a site in a browser', { concurrency: 2 }, () => {
  let browser: Browser;
  before(async () => {
    browser = await startChromium(findBrowser().executablePath, process.env);
  }, limit);
  after(() => browser.close(), limit);

  for (const site of MISTAKES)
    it(
      `names ${site.causeId}, and no other mistake, for a site that ${site.name}`,
      limit,
      async () => {
        const seen = await visitServed(browser, site, WAIT_MS);
        assertNamed(judge(seen, { outcome: site.expected }), site);
      },
    );

  for (const site of RIGHT_SITES)
    it(`finds nothing wrong with a site that ${site.name}`, limit, async () => {
      const seen = await visitServed(browser, site, WAIT_MS);
      assert.ok(seen.reports.length);
      assert.deepEqual(failed(judge(seen, { outcome: site.expected })), []);
    });

  for (const site of MISTAKES)
    it(
      `says in both consoles what is recorded, and nothing wrong, for a site that ${site.name}`,
      limit,
      async () => {
        const { checkPage, console } = await visitInConsole(browser, site);
        const recorded = RECORDED_CHECKS[site.name];
        assert.deepEqual(
          { checkPage: steadyCauses(site, checkPage), console },
          { checkPage: steadyCauses(site, recorded?.checkPage), console: recorded?.console },
        );
        assert.deepEqual(wrongInConsole(console, site.causeId), []);
      },
    );
});
