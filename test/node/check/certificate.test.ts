import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { judge } from '../../../src/check/index.ts';
import { visitSite } from '../../../src/node/check/visit.ts';
import { createCertificate } from '../../support/certificate.ts';
import { findBrowser } from '../../support/find-browser.ts';
import { serveSite } from './serve-site.ts';
import { SITES } from './sites.ts';

const limit = { timeout: 240_000 };
const [right] = SITES;

describe('A certificate that browsers refuse', () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveSite>>;
  let port: number;
  const { key, cert } = createCertificate('survey.example');
  const server = createServer({ key, cert }, ({ url = '/' }, response) => {
    void fetch(site.origin + url).then(async (answer) => {
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? '',
      });
      response.end(await answer.text());
    });
  });
  before(async () => {
    assert.ok(right);
    site = await serveSite(right);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
    browser = await chromium.launch({
      executablePath: findBrowser().executablePath,
      args: ['--host-resolver-rules=MAP survey.example 127.0.0.1'],
      chromiumSandbox: process.getuid?.() !== 0,
    });
  }, limit);
  after(async () => {
    await browser.close();
    server.close();
    await site.close();
  }, limit);

  const visit = (url: string) =>
    visitSite(browser, {
      url,
      clicks: ['#start'],
      waitMs: 60_000,
      probeService: (origin) => Promise.resolve({ origin, reach: 'reached', isLocal: false }),
    });

  it('is noted, and the visit goes on without it', limit, async () => {
    const seen = await visit(`https://survey.example:${port}/`);
    const address = `https://survey.example:${port}/`;
    assert.deepEqual(seen.certificate, { address, problem: 'net::ERR_CERT_AUTHORITY_INVALID' });
    assert.equal(seen.pages[0]?.hasToken, true);
    assert.equal(seen.reports.length, 1);
    assert.equal(judge(seen).find(({ id }) => id === 'opens')?.verdict, 'failed');
  });

  it('is only a warning on this machine', limit, async () => {
    const findings = judge(await visit(`https://127.0.0.1:${port}/`));
    assert.deepEqual(
      findings.filter(({ verdict }) => verdict !== 'ok').map(({ id, verdict }) => [id, verdict]),
      [['opens', 'warning']],
    );
  });

  it('is noted where a later page has it, too', limit, async () => {
    assert.ok(right);
    const link = `<a id="start" href="https://survey.example:${port}/end">Start</a>`;
    const pages = { '/': (right.pages['/'] ?? '').replace(/<a .*<\/a>/, link) };
    const first = await serveSite({ ...right, pages });
    const seen = await visit(`${first.origin}/`);
    await first.close();
    assert.equal(seen.certificate?.address, `https://survey.example:${port}/end`);
    assert.equal(seen.pages.length, 2);
  });
});
