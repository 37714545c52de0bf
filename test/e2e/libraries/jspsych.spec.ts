import type { Page } from '@playwright/test';
import { installFolder } from '../../../build/install-folder.ts';
import type { Buyer } from '../support/buyer.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectState } from '../support/seller.ts';
import { expectOneRequest } from '../support/service.ts';
import { serveFiles, serveScripts } from './serve.ts';
import { DRINK_FOR, HEAR_RESULTS, testLeaving, testSurvey } from './survey-flows.ts';

const PACKAGES = new URL('./jspsych/node_modules/', import.meta.url);
const PLUGIN = '@jspsych/plugin-html-button-response/dist/index.browser.min.js';
const FILES = {
  'jspsych.js': new URL('jspsych/dist/index.browser.min.js', PACKAGES),
  'jspsych.css': new URL('jspsych/css/jspsych.css', PACKAGES),
  'plugin-html-button-response.js': new URL(PLUGIN, PACKAGES),
};

test.beforeAll(() => installFolder('test/e2e/libraries/jspsych'));

/** @see https://www.jspsych.org/latest/tutorials/hello-world/ */
function experimentPage(buyer: Buyer, path: string, script: string): void {
  buyer.page(path, {
    after: `${HEAR_RESULTS}
      <script src="/files/jspsych.js"></script>
      <script src="/files/plugin-html-button-response.js"></script>
      <link href="/files/jspsych.css" rel="stylesheet" type="text/css">
      <script type="module" src="/scripts/${script}"></script>`,
  });
}

function serve(buyer: Buyer): void {
  serveFiles(buyer, FILES);
  serveScripts(buyer, 'jspsych');
  experimentPage(buyer, '/survey', 'last-trial.js');
  experimentPage(buyer, '/late', 'late.js');
  experimentPage(buyer, '/on-finish', 'on-finish.js');
  experimentPage(buyer, '/abort', 'abort.js');
}

const answer = (page: Page, drink: string) => page.getByRole('button', { name: drink }).click();

const SURVEY = { name: 'jsPsych', serve, answer };

testSurvey(SURVEY);
testLeaving(SURVEY, '/on-finish');

test('abortExperiment of jsPsych shows an element that reports the screenout, and not the outcome of the last trial', async ({
  page,
  service,
  buyer,
}) => {
  serve(buyer);
  const endlink = await service.issue(buyer.url('/abort'));
  await page.goto(endlink.url);
  await answer(page, DRINK_FOR.screenout);
  await expect(page.getByText('You do not qualify.')).toBeVisible();
  await expectState(page, 'confirmed');
  await expectOneRequest(service, endlink, 'screenout');
});
