import { listen } from 'vaultlink/node';
import type { Listener } from 'vaultlink/node';
import type { Outcome } from '../../../src/protocol/index.ts';
import type { Endlink } from '../../e2e/support/service.ts';
import { expect } from '../visit.ts';
import {
  ALL_OUTCOMES,
  expectNothingSent,
  expectReported,
  expectState,
  expectText,
  expectThanks,
} from './tool-visit.ts';
import type { ToolVisit, ToolWalk } from './tool-visit.ts';

/** The answers that lead to an outcome. */
const ANSWERS: Record<Outcome, readonly string[]> = {
  complete: ['Coffee', 'Often'],
  fail: ['Coffee', 'Never'],
  screenout: ['Nothing'],
  quota_full: ['Tea'],
};

const choose = ({ page, step }: ToolVisit, choice: string) =>
  step(`choosing ${choice}`, () =>
    page.locator('.sd-selectbase__label').filter({ hasText: choice }).click(),
  );

const press = ({ page, step }: ToolVisit, name: string) =>
  step(`pressing ${name}`, () => page.getByRole('button', { name, exact: true }).click());

/** @param endlink of which nothing may be reported before the end */
async function answer(visit: ToolVisit, outcome: Outcome, endlink?: Endlink): Promise<void> {
  const [drink = '', care] = ANSWERS[outcome];
  await choose(visit, drink);
  if (care) {
    await press(visit, 'Next');
    await choose(visit, care);
  }
  if (endlink) await expectNothingSent(visit, endlink);
  await press(visit, 'Complete');
}

/** What is done with SurveyJS. */
export const SURVEYJS_WALKS: readonly ToolWalk[] = [
  ...ALL_OUTCOMES.flatMap((outcome): ToolWalk[] => [
    {
      name: `last-page-${outcome}`,
      title: `reports ${outcome} where completedHtml holds the element`,
      async run(visit) {
        const endlink = await visit.land('/');
        await answer(visit, outcome, endlink);
        await expectThanks(visit);
        await expectReported(visit, endlink, outcome);
      },
    },
    {
      name: `report-${outcome}`,
      title: `reports ${outcome} from a listener of onComplete`,
      async run(visit) {
        const endlink = await visit.land('/report.html');
        await answer(visit, outcome, endlink);
        await expectState(visit, 'confirmed');
        await expectReported(visit, endlink, outcome);
      },
    },
    {
      name: `navigate-${outcome}`,
      title: `reports ${outcome} on the page that navigateToUrl leads to`,
      async run(visit) {
        const endlink = await visit.land('/navigate.html');
        await answer(visit, outcome, endlink);
        await expectText(visit, 'Thank you for your time.');
        await expectState(visit, 'confirmed');
        await expectReported(visit, endlink, outcome);
      },
    },
  ]),
  {
    name: 'restore',
    title: 'reports the outcome of answers that SurveyJS restored after a reload',
    async run(visit) {
      const { page, step } = visit;
      const endlink = await visit.land('/');
      await choose(visit, 'Coffee');
      await press(visit, 'Next');
      await step('reloading', async () => {
        await page.reload();
      });
      await choose(visit, 'Often');
      await press(visit, 'Complete');
      await expectReported(visit, endlink, 'complete');
    },
  },
  {
    name: 'twice',
    title: 'reports once where a seller takes the survey again in the same tab',
    async run(visit) {
      const { page, step, allow } = visit;
      allow(/The outcome is "quota_full" and stays so: "screenout" came later\./);
      const endlink = await visit.land('/report.html');
      await answer(visit, 'quota_full', endlink);
      await expectReported(visit, endlink, 'quota_full');
      // The page has its answer: one that is left before does not know it.
      await expectState(visit, 'confirmed');
      await step('reloading', async () => {
        await page.reload();
      });
      await answer(visit, 'screenout');
      await expectText(visit, 'Thank you for completing the survey');
      await expectState(visit, 'confirmed');
      await expectReported(visit, endlink, 'quota_full');
    },
  },
  {
    name: 'offline',
    title: 'reports when the network is back, though the seller completed without it',
    async run(visit) {
      const { page, step, allow } = visit;
      for (const line of [/ERR_INTERNET_DISCONNECTED/, /cannot be loaded/, /No answer/])
        allow(line);
      const endlink = await visit.land('/');
      await choose(visit, 'Nothing');
      await step('losing the network', () => page.context().setOffline(true));
      await press(visit, 'Complete');
      await expectState(visit, 'unknown');
      await expectNothingSent(visit, endlink);
      await step('having the network back', () => page.context().setOffline(false));
      await expectReported(visit, endlink, 'screenout');
      await expectThanks(visit);
    },
  },
  {
    name: 'frame',
    title: 'reports from a frame on another site',
    async run(visit) {
      const { page, step, stage } = visit;
      const endlink = await stage.service.issue(`${stage.origin}/`);
      const host = await listenAt(stage.otherOrigin, `<iframe src="${endlink.url}"></iframe>`);
      try {
        await step('opening the page with the frame', async () => {
          await page.goto(stage.otherOrigin);
        });
      } finally {
        await host.close();
      }
      const frame = page.frameLocator('iframe');
      await step('answering in the frame', async () => {
        await frame.locator('.sd-selectbase__label').filter({ hasText: 'Tea' }).click();
        await frame.getByRole('button', { name: 'Complete' }).click();
        await expect(frame.locator('endlink-finish [role=status]')).toContainText('recorded');
      });
      await expectReported(visit, endlink, 'quota_full');
    },
  },
];

/** Serves a page at an origin. */
function listenAt(origin: string, body: string): Promise<Listener> {
  const { hostname, port } = new URL(origin);
  const page = () =>
    new Response(`<!doctype html>${body}`, { headers: { 'content-type': 'text/html' } });
  return listen(page, { hostname, port: Number(port) });
}
