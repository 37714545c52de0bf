import type { Page } from '@playwright/test';
import { installFolder } from '../../../build/install-folder.ts';
import type { Buyer } from '../support/buyer.ts';
import { test } from '../support/fixtures.ts';
import { expectState } from '../support/seller.ts';
import { expectOneRequest } from '../support/service.ts';
import { serveFiles, serveScripts } from './serve.ts';
import { DRINK_FOR, HEAR_RESULTS, SURVEY_OUTCOMES } from './survey-flows.ts';
import { testLeaving, testSurvey } from './survey-flows.ts';

const PACKAGES = new URL('./surveyjs/node_modules/', import.meta.url);
const FILES = {
  'survey.core.js': new URL('survey-core/survey.core.min.js', PACKAGES),
  // Without the fonts, which the other file loads from another host.
  'survey-core.css': new URL('survey-core/survey-core.fontless.min.css', PACKAGES),
  'survey-js-ui.js': new URL('survey-js-ui/survey-js-ui.min.js', PACKAGES),
};

test.beforeAll(() => installFolder('test/e2e/libraries/surveyjs'));

/** @see https://surveyjs.io/form-library/documentation/get-started-html-css-javascript */
function surveyPage(buyer: Buyer, path: string, script: string): void {
  buyer.page(path, {
    after: `${HEAR_RESULTS}
      <link href="/files/survey-core.css" type="text/css" rel="stylesheet">
      <script src="/files/survey.core.js"></script>
      <script src="/files/survey-js-ui.js"></script>
      <script type="module" src="/scripts/${script}"></script>`,
    body: `<div id="surveyContainer"></div>
      <button id="again">Start again</button>`,
  });
}

function serve(buyer: Buyer): void {
  serveFiles(buyer, FILES);
  serveScripts(buyer, 'surveyjs');
  surveyPage(buyer, '/survey', 'completed-html.js');
  surveyPage(buyer, '/late', 'late.js');
  surveyPage(buyer, '/on-complete', 'on-complete.js');
  surveyPage(buyer, '/on-complete-and-navigate', 'on-complete-and-navigate.js');
  surveyPage(buyer, '/navigate', 'navigate.js');
}

async function answer(page: Page, drink: string): Promise<void> {
  await page.locator('.sd-selectbase__label').filter({ hasText: drink }).click();
  await page.locator('.sd-navigation__complete-btn').click();
}

const SURVEY = { name: 'SurveyJS', serve, answer };

testSurvey(SURVEY);
testLeaving(SURVEY, '/on-complete-and-navigate');

for (const outcome of SURVEY_OUTCOMES) {
  test(`a listener of SurveyJS onComplete reports ${outcome} once`, async ({
    page,
    service,
    buyer,
  }) => {
    serve(buyer);
    const endlink = await service.issue(buyer.url('/on-complete'));
    await page.goto(endlink.url);
    await answer(page, DRINK_FOR[outcome]);
    await expectState(page, 'confirmed');
    await expectOneRequest(service, endlink, outcome);
  });

  test(`navigateToUrl of SurveyJS leads to a page whose tag reports ${outcome} once`, async ({
    page,
    service,
    buyer,
  }) => {
    serve(buyer);
    buyer.page(`/${outcome}`, { tag: { 'data-outcome': outcome }, body: '<h1>Thank you!</h1>' });
    const endlink = await service.issue(buyer.url('/navigate'));
    await page.goto(endlink.url);
    await answer(page, DRINK_FOR[outcome]);
    await page.waitForURL(`**/${outcome}`);
    await expectState(page, 'confirmed');
    await expectOneRequest(service, endlink, outcome);
  });
}
