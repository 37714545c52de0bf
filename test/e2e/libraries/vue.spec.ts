import type { Buyer } from '../support/buyer.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Panel } from '../support/panel.ts';
import { expectState } from '../support/seller.ts';
import { expectOneRequest } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { appPage, pressDrink, SETUPS, testApp } from './app-flows.ts';
import type { AppPage } from './app-flows.ts';
import { serveBundle, serveFiles, serveScripts } from './serve.ts';
import { DRINK_FOR, roundTrip, testSurvey } from './survey-flows.ts';

const FILES = { 'vue.js': new URL(import.meta.resolve('vue/dist/vue.esm-browser.prod.js')) };

/** @see https://vuejs.org/guide/quick-start#enabling-import-maps */
const IMPORT_MAP = `<script type="importmap">{ "imports": { "vue": "/files/vue.js" } }</script>`;

/** An app with the script tag needs no bundler either; an app with the package is bundled. */
async function serve(
  service: Service,
  buyer: Buyer | Panel,
  path: string,
  app: string,
  page: AppPage = {},
): Promise<void> {
  const packetId = 'packetId' in buyer ? ` data-packet-id="${buyer.packetId}"` : '';
  const root = `<div id="app"${packetId}></div>`;
  if (page.setup === 'the package') {
    await serveBundle(buyer, 'vue');
    const scripts = ['/bundle/capture.js', `/bundle/${app}.js`];
    appPage(service, buyer, path, page, { scripts, root });
  } else {
    serveFiles(buyer, FILES);
    serveScripts(buyer, 'vue');
    const scripts = [`/scripts/${app}.js`];
    appPage(service, buyer, path, page, { before: IMPORT_MAP, scripts, root });
  }
}

for (const setup of SETUPS) {
  testSurvey({
    name: `Vue with ${setup}`,
    serve: async (buyer, service) => {
      await serve(service, buyer, '/survey', 'survey', { setup });
      await serve(service, buyer, '/late', 'late', { setup });
    },
    answer: pressDrink,
  });

  test(`an element that KeepAlive of Vue puts back shows its result with ${setup}, without another request`, async ({
    page,
    service,
    buyer,
  }) => {
    await serve(service, buyer, '/keep-alive', 'keep-alive', { setup });
    const endlink = await service.issue(buyer.url('/keep-alive'));
    await page.goto(endlink.url);
    await pressDrink(page, DRINK_FOR.complete);
    await expectState(page, 'confirmed');
    await page.getByRole('button', { name: 'Terms' }).click();
    await expect(page.locator('endlink-finish')).toHaveCount(0);
    await page.getByRole('button', { name: 'Back' }).click();
    const stateOfElement = () =>
      page.evaluate(() => document.querySelector('endlink-finish')?.state);
    await expect.poll(stateOfElement).toBe('confirmed');
    await roundTrip(page);
    await expectOneRequest(service, endlink, 'complete');
  });
}

testApp({ name: 'Vue', serve });
