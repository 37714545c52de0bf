import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { after, before, beforeEach, describe, it } from 'node:test';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { listen } from 'vaultlink/node';
import type { Listener } from 'vaultlink/node';
import { findBrowser } from '../support/find-browser.ts';
import { doWalk } from './visit.ts';
import type { VisitedStage, Walk } from './visit.ts';

const TOKEN = 'token-of-the-seller';

/** Takes the token out of the address, as the tag does. */
const SCRUB = "history.replaceState(null, '', '/')";

const mode = { title: 'its production build', script: 'start' };

describe('A walk through an example', { timeout: 120_000 }, () => {
  let browser: Browser;
  let listener: Listener;
  /** The script of the page. */
  let script: string;
  beforeEach(() => {
    script = SCRUB;
  });

  before(async () => {
    browser = await chromium.launch({ executablePath: findBrowser().executablePath });
    listener = await listen(({ url }) => {
      const { pathname } = new URL(url);
      if (pathname !== '/')
        return new Response('text', { status: pathname === '/found' ? 200 : 404 });
      const html = `<!doctype html><title>Example</title><script>${script}</script>`;
      return new Response(html, { headers: { 'content-type': 'text/html' } });
    });
  });
  after(async () => {
    await browser.close();
    await listener.close();
  });

  /** Lands on the page, and goes on from there. */
  async function walk(run: Walk['run'], timeoutMs?: number): Promise<void> {
    const { origin } = listener;
    const stage = {
      name: 'example',
      origin,
      service: {
        origin: 'http://localhost:4800',
        issue: (url: string) =>
          Promise.resolve({ url: `${url}?service_endlink_token=${TOKEN}`, token: TOKEN }),
      },
      printed: () => 'line of the backend',
    } as unknown as VisitedStage;
    const landAndRun: Walk['run'] = async (visit) => {
      await visit.land('/');
      await run(visit);
    };
    const printed = () => 'line of the example';
    const runs = { stage, mode, printed, timeoutMs };
    await doWalk(browser, runs, { name: 'test', title: 'lands', run: landAndRun });
  }

  for (const [title, code, message] of [
    ['a warning in the console', "console.warn('careful')", /warning: careful/],
    ['an error in the console', "console.error('wrong')", /error: wrong/],
    [
      'an error that nobody catches',
      "void setTimeout(() => { throw new Error('thrown'); })",
      /uncaught: Error: thrown/,
    ],
    [
      'a promise that nobody catches',
      "void setTimeout(() => Promise.reject(new Error('late')))",
      /uncaught: Error: late/,
    ],
    ['a file that is not there', "fetch('/lost').then((it) => it.text())", /404: http:\S+\/lost/],
    [
      'a request that fails',
      "fetch('http://localhost:4800/').catch(() => {})",
      /failed: GET http:\/\/localhost:4800\//,
    ],
    [
      'a request to a stranger',
      "fetch('http://localhost:4001/').catch(() => {})",
      /a request to a stranger: http:\/\/localhost:4001\//,
    ],
    [
      'a token that comes back into the address',
      `history.pushState(null, '', '?token=${TOKEN}')`,
      /the token is in the address: /,
    ],
    [
      'a token that is sent to the server of the pages after the landing',
      `fetch('/found?${TOKEN}').then((it) => it.text())`,
      /the token is sent: /,
    ],
    [
      'a token in a Referer after the landing',
      `fetch('/found', { referrer: '/?service_endlink_token=${TOKEN}' }).then((it) => it.text())`,
      /the token is in a Referer: /,
    ],
  ] as const) {
    it(`fails for ${title}`, async () => {
      const run: Walk['run'] = ({ step, page }) => step('running code', () => page.evaluate(code));
      await assert.rejects(walk(run), ({ message: text }: Error) => {
        assert.match(text, /at the step "(running code|the end)": There is something unexpected/);
        assert.match(text, message);
        return true;
      });
    });
  }

  it('fails where the token stays in the address', async () => {
    script = '';
    await assert.rejects(
      walk(() => Promise.resolve(), 2000),
      /at the step "landing on \/": .*Timeout/,
    );
  });

  it('names the example, the mode, the step, the screenshot, the console and what the servers print', async () => {
    const picture = 'test-results/examples/example-start-test.png';
    rmSync(picture, { force: true });
    await assert.rejects(
      walk(async ({ step, page }) => {
        await step('saying something', () => page.evaluate("console.log('line of the page')"));
        await step('pressing Start', () => Promise.reject(new Error('There is no button.')));
      }),
      ({ message }: Error) => {
        assert.match(
          message,
          /^example, its production build, at the step "pressing Start": There is no button\./,
        );
        for (const line of [
          `Screenshot: ${picture}`,
          'log: line of the page',
          'line of the example',
          'line of the backend',
        ])
          assert.ok(message.includes(line), line);
        return true;
      },
    );
    assert.ok(existsSync(picture));
  });

  it('passes on quiet pages, and where a step brings a line about on purpose', async () => {
    await walk(({ step, page }) => step('speaking', () => page.evaluate("console.log('hello')")));
    await walk(async ({ page, step, allow }) => {
      allow(/careful/);
      await step('warning', () => page.evaluate("console.warn('careful')"));
    });
  });
});
