import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { checkSite, type SiteResult } from '../../../src/node/check/check-site.ts';
import { listen } from '../../../src/node/index.ts';
import { startChromium } from '../../../src/node/check/start-chromium.ts';
import { findBrowser, findHeadlessShell } from '../../support/find-browser.ts';
import { failed } from './assert-named.ts';
import { MISTAKES } from './mistakes/mistakes.ts';
import { serveSite } from './serve-site.ts';
import { RIGHT_SITES } from './right-sites.ts';
import { SITES } from './sites.ts';
import { page, tag } from './site-parts.ts';
import type { Site } from './site-parts.ts';

/** What never comes fails a test, not what is slow to come on a busy machine. */
const limit = { timeout: 240_000 };
const WAIT_MS = 60_000;

async function check(browser: Browser, site: Site, probed: string[] = []): Promise<SiteResult> {
  const { origin, close } = await serveSite(site);
  try {
    return await checkSite(browser, {
      url: `${origin}/`,
      clicks: site.clicks ?? ['#start'],
      answers: site.answers,
      outcome: site.expected,
      waitMs: WAIT_MS,
      probeService(asked) {
        probed.push(asked);
        const reached = { origin: asked, reach: 'reached', isLocal: false } as const;
        return Promise.resolve({ ...reached, ...site.service });
      },
    });
  } finally {
    await close();
  }
}

/** One site for each verdict. All mistakes are visited in test/mistakes, and judged by their records in test/check. */
const BROKEN = [
  'has no tag on the landing page',
  'lacks a part of the tag',
  'has a consent banner in the way',
  'leaves the token in the address',
  'loses the token on the way to another origin',
  'sends the token to an analytics tool',
  'is shown in a frame with a sandbox that sends no form',
  'hides its element on a phone by a style',
  'asks the tag for its report in beforeunload',
  'asks the tag for its report in beforeunload, and is gone before that is sent',
  'reports in a footer that all of its pages have',
  'leads to the service some seconds after its element has reported',
  'reports the wrong outcome',
];

const SOUND = [
  'is right',
  'asks for consent, and does not wait with the tag',
  'carries the token to another origin',
  'is of a tool that leads to the service itself, without a tag',
  'asks in a frame, and has a required field there',
];

function siteThat(name: string): Site {
  const site = [...SITES, ...MISTAKES, ...RIGHT_SITES].find((one) => one.name === name);
  assert.ok(site);
  return site;
}

describe('The check of a site', { concurrency: 4 }, () => {
  let browser: Browser;
  before(async () => {
    // In half the time; test/mistakes has all sites, in a whole browser.
    const program = findHeadlessShell()?.executablePath ?? findBrowser().executablePath;
    browser = await startChromium(program, process.env);
  }, limit);
  after(() => browser.close(), limit);

  for (const site of BROKEN.map(siteThat)) {
    it(`finds what is wrong, and nothing else, with a site that ${site.name}`, limit, async () => {
      const { findings } = await check(browser, site);
      assert.deepEqual(
        failed(findings).map(({ id }) => id),
        [site.broken],
        JSON.stringify(findings, null, 1),
      );
      for (const { cause, remedy } of failed(findings)) {
        assert.match(cause, site.cause ?? /^$/);
        assert.ok(remedy.length);
      }
    });
  }

  for (const site of SOUND.map(siteThat)) {
    it(`finds nothing wrong with a site that ${site.name}`, limit, async () => {
      const { findings } = await check(browser, site);
      assert.deepEqual(failed(findings), [], JSON.stringify(findings, null, 1));
    });
  }

  it('connects once to each server that pages report to, and to no page', limit, async () => {
    const probed: string[] = [];
    await check(browser, siteThat('reports by a relay on another origin'), probed);
    const [service, relay, ...others] = probed;
    assert.equal(service, 'https://service.example');
    assert.match(relay ?? '', /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.deepEqual(others, []);
    probed.length = 0;
    await check(browser, siteThat('reports by relay'), probed);
    assert.deepEqual(probed, ['https://service.example']);
  });

  it('names an answer whose field no page had', limit, async () => {
    const answers = [{ selector: '#age', value: '42' }];
    const { findings, notTested } = await check(browser, { ...siteThat('is right'), answers });
    assert.deepEqual(failed(findings), []);
    assert.ok(notTested.includes('the field "#age", which no page had before a click'));
  });

  it('names an answer that cannot be filled in, not the click after it', limit, async () => {
    const answers = [{ selector: '[[', value: '42' }];
    const { findings } = await check(browser, { ...siteThat('is right'), answers });
    assert.deepEqual(
      failed(findings).map(({ cause }) => cause),
      ['"[[" could not be filled in: the selector is invalid, or the page was closed.'],
    );
  });

  for (const target of ['_self', '_blank'])
    it(
      `lets no report reach the service to which a server leads by target="${target}"`,
      limit,
      async () => {
        const asked: string[] = [];
        const service = await listen(({ url }) => {
          asked.push(new URL(url).pathname);
          return new Response('');
        });
        const form = `<form action="/on" target="${target}"><input type="hidden" name="service_endlink_token" data-vaultlink-fill="token"><button id="start">Send</button></form>`;
        const end = `${service.origin}/api/v3/endlinks/complete.html`;
        const redirect = (to: string) => (request: Request) =>
          new Response(null, {
            status: 302,
            headers: { location: to + new URL(request.url).search },
          });
        const { findings } = await check(browser, {
          name: 'leads to the service over another address',
          pages: { '/': page(tag(), form) },
          files: { '/on': redirect('/next'), '/next': redirect(end) },
        });
        await service.close();
        assert.deepEqual(
          asked.filter((path) => path.includes('endlinks')),
          [],
        );
        const reported = findings.find(({ id }) => id === 'reported');
        assert.match(reported?.cause ?? '', /\/api\/v3\/endlinks\/complete\.html/);
      },
    );

  it('follows the token over a redirect of a new tab', limit, async () => {
    const site = siteThat('leads over another host that is not named');
    const inNewTab = site.pages['/']?.replace('<form ', '<form target="_blank" ') ?? '';
    const { findings } = await check(browser, { ...site, pages: { ...site.pages, '/': inNewTab } });
    assert.deepEqual(
      failed(findings).map(({ causeId }) => causeId),
      ['token-over-host'],
    );
  });

  it('names a service worker that it switched off', limit, async () => {
    const { notTested } = await check(browser, siteThat('has a service worker'));
    assert.ok(notTested.includes('a service worker (/sw.js) was switched off'), notTested.join());
  });
});
