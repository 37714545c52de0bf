import type { Page } from '@playwright/test';
import type { Buyer } from '../support/buyer.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectState } from '../support/seller.ts';
import { expectOneRequest, expectUntouched } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { connect, expectSaved, expectVault } from '../support/vault.ts';
import { expectWithout } from '../support/verdict.ts';
import { DRINK_FOR, HEAR_RESULTS, heardIn, roundTrip, waitForElement } from './survey-flows.ts';

/** How an app gets Vaultlink: from the script tag of its page, or bundled from the npm package. */
export const SETUPS = ['the script tag', 'the package'] as const;

/** One of them. */
type Setup = (typeof SETUPS)[number];

/** How the page of an app differs from that of a new project. */
export interface AppPage {
  setup?: Setup;
  /** Further attributes of the script tag. */
  tag?: Record<string, string>;
  /** The name of the token's parameter, where the buyer has renamed it. */
  tokenParam?: string;
  /** Beside the app, in the HTML of the page. */
  html?: string;
}

/** An app that is built with a framework. */
interface Framework {
  name: string;
  /** Serves an app at `path`, with its script. */
  serve: (
    service: Service,
    buyer: Buyer,
    path: string,
    script: string,
    page?: AppPage,
  ) => Promise<void>;
}

/** The HTML of an app. @param scripts those of its modules, in their order @param root the element that it is mounted in */
export function appPage(
  service: Service,
  buyer: Buyer,
  path: string,
  { setup = 'the script tag', tag = {}, tokenParam, html = '' }: AppPage,
  { before = '', scripts, root }: { before?: string; scripts: readonly string[]; root: string },
): void {
  const isTagged = setup === 'the script tag';
  const renamed = tokenParam ? ` data-token-param="${tokenParam}"` : '';
  const meta = `<meta name="service" data-url="${service.origin}"${renamed}>`;
  const modules = scripts.map((src) => `<script type="module" src="${src}"></script>`);
  buyer.page(path, {
    tag: isTagged && { ...tag, ...(tokenParam && { 'data-token-param': tokenParam }) },
    after: HEAR_RESULTS + (isTagged ? '' : meta) + before,
    body: root + html + modules.join('\n'),
  });
}

/** Presses the button of an answer. */
export const pressDrink = (page: Page, drink: string) =>
  page.getByRole('button', { name: drink }).click();

/** Defines the tests of what apps do, whatever framework they are built with. */
export function testApp({ name, serve }: Framework): void {
  for (const setup of SETUPS) {
    test(`a hidden step of a wizard in ${name} with ${setup} reports nothing before it is shown`, async ({
      page,
      service,
      buyer,
    }) => {
      await serve(service, buyer, '/wizard', 'wizard', { setup });
      const endlink = await service.issue(buyer.url('/wizard'));
      await page.goto(endlink.url);
      await waitForElement(page);
      await roundTrip(page);
      await expectState(page, 'waiting');
      await expectUntouched(service, endlink);
      await pressDrink(page, DRINK_FOR.screenout);
      await expectState(page, 'confirmed');
      await expect.poll(() => heardIn(page)).toEqual(['endlink-confirmed']);
      await expectOneRequest(service, endlink, 'screenout');
    });
  }

  test(`an element in the HTML of a page takes the options that captureEndlink in a ${name} bundle brings later`, async ({
    page,
    service,
    buyer,
  }) => {
    await serve(service, buyer, '/in-html', 'in-html', {
      ...{ setup: 'the package', tokenParam: 'tok', html: '<endlink-finish></endlink-finish>' },
    });
    const endlink = await service.issue(buyer.url('/in-html?tok={{endlink_token}}'));
    await page.goto(endlink.url);
    await expectState(page, 'waiting');
    expectWithout(endlink.token, [await page.evaluate('location.search')]);
    await pressDrink(page, DRINK_FOR.quota_full);
    await expectState(page, 'confirmed');
    await expectOneRequest(service, endlink, 'quota_full');
  });

  test(`a <vault-push> form in ${name} that prevents its own submission still pushes its answers`, async ({
    page,
    service,
    panel,
  }) => {
    await serve(service, panel, '/app', 'profile');
    await connect(page, panel.url('/app'));
    await waitForElement(page, 'vault-push');
    await page.getByLabel('Tea').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Submitted 1 times')).toBeVisible();
    await expectSaved(page);
    await expectVault(service, panel.packetId, { drink: 'Tea' });
  });
}
