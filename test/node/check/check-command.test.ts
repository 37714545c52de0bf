import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import type { Finding } from '../../../src/findings/index.ts';
import { listen } from '../../../src/node/index.ts';
import { findBrowser } from '../../support/find-browser.ts';
import { callVaultlink } from '../in-process.ts';
import { killAll, vaultlink } from '../program.ts';
import { serveSite } from './serve-site.ts';
import { SITES } from './sites.ts';

const limit = { timeout: 240_000 };
const folder = mkdtempSync(join(tmpdir(), 'vaultlink-check-'));
afterEach(killAll);
after(() => rmSync(folder, { recursive: true }));

const browser = findBrowser().executablePath;

async function run(parameters: string[], command = callVaultlink) {
  const { closed, printed } = command(['check', ...parameters]);
  const [code] = await closed;
  return { code, ...printed };
}

/** Runs the command on a site whose name begins so, and which reports to a server of this machine. */
async function checkSite(name: string, parameters: string[], command = callVaultlink) {
  const site = SITES.find((one) => one.name.startsWith(name));
  assert.ok(site);
  const service = await listen(() => new Response(null, { status: 500 }));
  const { origin, close } = await serveSite(site, { service: service.origin });
  try {
    const common = ['--click', '#start', '--browser', browser, '--wait', '60'];
    return { origin, ...(await run([`${origin}/`, ...common, ...parameters], command)) };
  } finally {
    await close();
    await service.close();
  }
}

describe('vaultlink check', () => {
  it(
    'prints each verdict, ends with code 0 if all is right, and names no token',
    limit,
    async () => {
      const { code, out, err } = await checkSite(
        'is right',
        ['--expect', 'complete', '--all'],
        vaultlink,
      );
      assert.equal(code, 0, out + err);
      assert.match(out, /^ {2}ok +Token captured +The token was captured on the landing page\.$/m);
      assert.match(out, /^ {2}warning +Service address +http:\/\/127\.0\.0\.1:\d+ is on this/m);
      assert.match(out, /^9 checks: 8 ok, 1 warning, 0 failed, 0 not checked\.$/m);
      assert.match(
        out,
        /\nNot tested: the service’s own answer and CORS [^]* your server sends\.\n$/,
      );
      assert.doesNotMatch(out + err, /service_endlink_token|\u001b/);
    },
  );

  it(
    'prints JSON and writes JUnit XML, and ends with code 1 if a rule is broken',
    limit,
    async () => {
      const file = join(folder, 'junit.xml');
      const { code, out, origin } = await checkSite('reports the wrong', [
        ...['--expect', 'complete', '--json', '--junit', file],
      ]);
      assert.equal(code, 1);
      const { ok, url, findings, notTested } = JSON.parse(out) as {
        ok: boolean;
        url: string;
        notTested: string[];
        findings: Finding[];
      };
      assert.equal(ok, false);
      assert.equal(url, `${origin}/`);
      assert.deepEqual(
        findings.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id),
        ['outcome'],
      );
      assert.equal(notTested.at(-1), 'what your server sends');
      const xml = readFileSync(file, 'utf8');
      assert.match(
        xml,
        /<system-out>Not tested: .*your server sends\.<\/system-out>\n {2}<\/testsuite>/,
      );
      assert.match(xml, /<testsuites tests="9" failures="1" skipped="0" errors="0">/);
      assert.match(
        xml,
        /<testcase name="Right outcome" classname="vaultlink\.check\.outcome"><failure message="The outcome is &quot;screenout&quot; and not &quot;complete&quot;\.">/,
      );
    },
  );

  it('refuses a service on this machine once sellers come', limit, async () => {
    const { code, out } = await checkSite('is right', ['--live']);
    assert.equal(code, 1);
    assert.match(out, /^ {2}failed +Service address +http:\/\/127\.0\.0\.1:\d+ is on this/m);
  });

  it('names a wrong call and a missing browser, and ends with code 2', limit, async () => {
    for (const [parameters, message] of [
      [[], /^Name the endlink URL/],
      [['survey.example'], /^Name the endlink URL/],
      [['https://survey.example', '--expect', 'done'], /^--expect must be one of: complete, /],
      [['https://survey.example', '--wait', '0'], /^--wait must be a number/],
      [['https://survey.example', '--browser', '/none'], /^--browser: there is no program/],
    ] as const) {
      const { code, err } = await run([...parameters]);
      assert.equal(code, 2, err);
      assert.match(err, message);
    }
  });

  it('says why the landing page could not be opened', limit, async () => {
    const { code, out } = await run(['http://127.0.0.1:1/', '--browser', browser, '--wait', '60']);
    assert.equal(code, 1);
    assert.match(out, /^ {2}failed +Opens +The landing page could not be opened:$/m);
  });
});
