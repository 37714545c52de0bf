import { afterEach, beforeEach, describe, it } from 'node:test';
import { expect } from '@playwright/test';
import { startBuyer } from '../e2e/support/buyer.ts';
import type { Buyer } from '../e2e/support/buyer.ts';
import { startPanel } from '../e2e/support/panel.ts';
import type { Panel } from '../e2e/support/panel.ts';
import { expectOneRequest, expectSpentOnce, startService } from '../e2e/support/service.ts';
import type { Service } from '../e2e/support/service.ts';
import { tokenCalls, vaultOf } from '../e2e/support/vault.ts';
import type { EndlinkState } from '../../src/browser/endlink/index.ts';
import { openWebkit } from '../support/web-driver.ts';
import type { WebkitBrowser } from '../support/web-driver.ts';

/** Body of a function: everything in the page that `arguments[0]` selects, shadow roots included. */
const FIND = `
  const found = [];
  const roots = [document];
  for (const root of roots) {
    found.push(...root.querySelectorAll(arguments[0]));
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
    }
  }`;

const finish = (attributes = '') =>
  `<endlink-finish outcome="complete" ${attributes}></endlink-finish>`;

let browser: WebkitBrowser;
let service: Service;

/** What the elements of the page say. */
const sentences = async () => {
  const texts = await browser.run<string[]>(
    `${FIND} return found.map(({ textContent }) => textContent);`,
    '[part=status]',
  );
  return texts.join();
};

const expectSentence = (sentence: string) => expect.poll(sentences).toContain(sentence);
const expectUrl = (url: string) => expect.poll(() => browser.url()).toContain(url);
const stateOf = () => browser.run<EndlinkState>('return window.vaultlink.state();');

/** Clicks what has this text, once it is there. */
async function press(text: string): Promise<void> {
  const isThere = `${FIND} return found.find(({ textContent }) => textContent.includes(arguments[1]))`;
  const place = ['button, a, label', text];
  await expect.poll(() => browser.run<boolean>(`${isThere} !== undefined;`, ...place)).toBe(true);
  await browser.click(`${isThere};`, ...place);
}

beforeEach(async () => {
  [browser, service] = await Promise.all([openWebkit(), startService()]);
});

afterEach(async () => {
  await Promise.all([browser.close(), service.close()]);
});

describe('the endlink in WebKitGTK', () => {
  let buyer: Buyer;

  /** Lands on the buyer's page, and goes on to the one that finishes. */
  async function landAndFinish(body: string) {
    buyer.page('/landing', { body: '<a href="/finish">Next</a>' });
    buyer.page('/finish', { body });
    const endlink = await service.issue(buyer.url('/landing'));
    await browser.goTo(endlink.url);
    expect(await browser.url()).toBe(buyer.url('/landing'));
    await press('Next');
    return endlink;
  }

  beforeEach(async () => {
    buyer = await startBuyer(service.origin);
  });

  afterEach(() => buyer.close());

  it('reports by fetch after a hop, and a page that is reloaded asks nothing', async () => {
    const endlink = await landAndFinish(finish());
    await expectSentence('Saved.');
    await browser.reload();
    await expectSentence('Saved.');
    await expectOneRequest(service, endlink, 'complete');
  });

  it('reports by redirect after a hop, and going back spends nothing', async () => {
    const endlink = await landAndFinish(finish('via="redirect"'));
    await expectUrl(`${service.origin}/api/v3/endlinks/complete.html?`);
    await expectOneRequest(service, endlink, 'complete');
    await browser.back();
    await expectUrl(buyer.url('/landing'));
    await expect
      .poll(stateOf)
      .toMatchObject({ state: 'unknown', outcome: 'complete', probablyRecorded: true });
    await expectSpentOnce(service, endlink, 'complete');
  });

  it('shows on a page out of the back/forward cache what happened since', async () => {
    buyer.page('/landing', {
      body: `<a href="/finish">Next</a>${finish('manual')}
        <script>
          restored = false;
          addEventListener('pageshow', (event) => (restored = event.persisted));
        </script>`,
    });
    buyer.page('/finish', { body: '<endlink-finish outcome="screenout"></endlink-finish>' });
    const endlink = await service.issue(buyer.url('/landing'));
    await browser.goTo(endlink.url);
    await press('Next');
    await expectSentence('Saved.');
    await browser.back();
    await expect.poll(() => browser.run('return window.restored;')).toBe(true);
    await expectSentence('Saved.');
    await expectOneRequest(service, endlink, 'screenout');
  });

  it('leaves unknown what it may not read, and the redirect repairs it', async () => {
    await service.setBehaviour({ cors: false });
    const endlink = await landAndFinish(finish());
    await expectSentence('Not confirmed yet.');
    await press('Finish at the marketplace');
    await expectUrl(`${service.origin}/api/v3/endlinks/complete.html?`);
    await expectSpentOnce(service, endlink, 'complete');
  });

  it('takes a refusal after a connection that broke for no rejection', async () => {
    await service.addFault({ kind: 'drop', outcome: 'complete', processed: true });
    const endlink = await landAndFinish(finish());
    await expectSentence('most likely saved');
    await expectSpentOnce(service, endlink, 'complete');
  });
});

describe('the vault in WebKitGTK', () => {
  let panel: Panel;

  beforeEach(async () => {
    panel = await startPanel(service);
    await browser.goTo(panel.url('/profile'));
    await press('Connect my vault');
  });

  afterEach(() => panel.close());

  it('connects in the page, and the answers reach the vault', async () => {
    await press('Allow');
    await expectSentence('Your vault is connected.');
    expect(await browser.url()).toBe(panel.url('/profile'));
    await press('Tea');
    await press('Save');
    await expectSentence('Your answers are saved in your vault.');
    expect(await vaultOf(service, panel.packetId)).toMatchObject({ drink: 'Tea' });
    expect(await tokenCalls(service)).toHaveLength(1);
  });

  it('says a no in words, and leaves the address as it was', async () => {
    await press('Deny');
    await expectSentence('You said no.');
    expect(await browser.url()).toBe(panel.url('/profile'));
    expect(await tokenCalls(service)).toEqual([]);
  });
});
