import type { Page } from '@playwright/test';
import { expect, test as base } from './support/fixtures.ts';
import { startPanel } from './support/panel.ts';
import type { Panel } from './support/panel.ts';
import {
  decide,
  expectConnected,
  expectConsent,
  expectTokenCalls,
  pressConnect,
} from './support/vault.ts';

/** A site whose login is a `SameSite=Strict` cookie. The service's pages are on another site: `localhost` instead of `127.0.0.1`. */
const test = base.extend({
  panel: async ({ service }, use) => {
    const authorizeUrl = `${service.baseUrl.replace('127.0.0.1', 'localhost')}/oauth/authorize`;
    const subject = ({ headers }: Request) =>
      /\blogin=(\w+)/.exec(headers.get('cookie') ?? '')?.[1];
    const panel = await startPanel(service, { subject, authorizeUrl });
    await use(panel);
    await panel.close();
  },
});

const signIn = (page: Page, panel: Panel, value: string) =>
  page
    .context()
    .addCookies([{ name: 'login', value, url: panel.origin, httpOnly: true, sameSite: 'Strict' }]);

// WebDriver, which drives WebKitGTK, sets cookies only on the page that is open, and not as Strict.
test.describe('a Strict login', { tag: '@playwright' }, () => {
  test('a user whose Strict login cookie the service’s redirect leaves out is connected', async ({
    page,
    service,
    panel,
  }) => {
    await signIn(page, panel, 'fay');
    await page.goto(panel.url('/profile'));
    await pressConnect(page);
    await decide(page, 'Allow');
    await expectConnected(page);
    expect(page.url()).toBe(panel.url('/profile'));
    await expectTokenCalls(service, 1);
    expect(panel.answers.filter((one) => one.includes('http-equiv="refresh"'))).toHaveLength(1);
    expect(panel.events).toMatchObject([{ type: 'connected', subject: 'fay' }]);
  });

  test('a popup connects the user whose Strict login cookie the redirect leaves out', async ({
    page,
    service,
    panel,
  }) => {
    await signIn(page, panel, 'fay');
    await page.goto(panel.url('/popup'));
    const opened = page.waitForEvent('popup');
    await pressConnect(page);
    await decide(await opened, 'Allow');
    await expectConnected(page);
    await expectTokenCalls(service, 1);
  });

  test('a vault that another user has allowed is not connected, even after a reload by the first user', async ({
    page,
    service,
    panel,
  }) => {
    await signIn(page, panel, 'fay');
    await page.goto(panel.url('/profile'));
    await pressConnect(page);
    await expectConsent(page);
    await signIn(page, panel, 'mallory');
    await decide(page, 'Allow');
    await expect(page.getByText('Another user is signed in')).toBeVisible();
    await signIn(page, panel, 'fay');
    await page.reload();
    await expect(page.getByText('state_missing')).toBeVisible();
    await expectTokenCalls(service, 0);
  });
});
