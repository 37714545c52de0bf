/**
 * Visits each site with a mistake in a browser, and records what was observed: `npm run record:mistakes`. The judge is tested with the records in
 * seconds, and with the sites themselves in the outer circle.
 */
import { writeFileSync } from 'node:fs';
import type { Observations } from '../../src/check/index.ts';
import { startChromium } from '../../src/node/check/start-chromium.ts';
import { MISTAKES } from '../node/check/mistakes/mistakes.ts';
import { visitServed } from '../node/check/visit-served.ts';
import { findBrowser } from '../support/find-browser.ts';

const WAIT_MS = 20_000;

const browser = await startChromium(findBrowser().executablePath, process.env);
const records: Record<string, Observations> = {};
for (const [index, site] of MISTAKES.entries()) {
  console.log(`${index + 1} of ${MISTAKES.length}: ${site.name}`);
  records[site.name] = await visitServed(browser, site, WAIT_MS);
}
await browser.close();
// One site a line, so that a change shows which sites it is about.
const lines = Object.entries(records).map(
  ([name, seen]) => `${JSON.stringify(name)}: ${JSON.stringify(seen)}`,
);
writeFileSync('test/check/recorded-visits.json', `{\n${lines.join(',\n')}\n}\n`);
