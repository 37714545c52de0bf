/**
 * Visits each site with a mistake in a browser, as the command does and as a person who started a check in the console of a sandbox does, and records what
 * was seen: `npm run record:mistakes`. The judge is tested with the records in seconds, and with the sites themselves in the outer circle.
 */
import { writeFileSync } from 'node:fs';
import type { Observations } from '../../src/check/index.ts';
import { startChromium } from '../../src/node/check/start-chromium.ts';
import { MISTAKES } from '../node/check/mistakes/mistakes.ts';
import { RIGHT_SITES } from '../node/check/right-sites.ts';
import { visitServed } from '../node/check/visit-served.ts';
import { findBrowser } from '../support/find-browser.ts';
import type { RecordedCheck } from './recorded-checks.ts';
import { visitInConsole } from './visit-in-console.ts';

const WAIT_MS = 20_000;

const browser = await startChromium(findBrowser().executablePath, process.env);
const visits: Record<string, Observations> = {};
const checks: Record<string, RecordedCheck> = {};
for (const [index, site] of MISTAKES.entries()) {
  console.log(`${index + 1} of ${MISTAKES.length}: ${site.name}`);
  visits[site.name] = await visitServed(browser, site, WAIT_MS);
  checks[site.name] = await visitInConsole(browser, site);
}
for (const site of RIGHT_SITES) visits[site.name] = await visitServed(browser, site, WAIT_MS);
await browser.close();
write('test/check/recorded-visits.json', visits);
write('test/sandbox/console/check/recorded-checks.json', checks);

/** Writes one site a line, so that a change shows which sites it is about. */
function write(path: string, records: Record<string, unknown>): void {
  const lines = Object.entries(records).map(
    ([name, record]) => `${JSON.stringify(name)}: ${JSON.stringify(record)}`,
  );
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`);
}
