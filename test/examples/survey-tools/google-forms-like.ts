import { expect } from '../visit.ts';
import { expectNothingSent, expectReported, expectState, expectThanks } from './tool-visit.ts';
import { NO_TOKEN } from './tool-visit.ts';
import type { ToolVisit, ToolWalk } from './tool-visit.ts';

const follow = ({ page, step }: ToolVisit, name: string) =>
  step(`following ${name}`, () => page.getByRole('link', { name }).click());

/** What is done with a form that neither redirects nor runs a script. */
export const GOOGLE_FORMS_WALKS: readonly ToolWalk[] = [
  {
    name: 'complete',
    title: 'reports complete on the page after the form, with the token of the page before it',
    async run(visit) {
      const { page, step } = visit;
      const endlink = await visit.land('/');
      await follow(visit, 'Coffee');
      await step('submitting', () => page.getByRole('button', { name: 'Submit' }).click());
      await expectNothingSent(visit, endlink);
      await follow(visit, 'confirm that you are done');
      await expectThanks(visit);
      await expectReported(visit, endlink, 'complete');
    },
  },
  ...(
    [
      ['quota_full', 'Tea'],
      ['screenout', 'Nothing'],
    ] as const
  ).map(([outcome, drink]): ToolWalk => ({
    name: outcome,
    title: `reports ${outcome} on a page before the form`,
    async run(visit) {
      const endlink = await visit.land('/');
      await follow(visit, drink);
      await expectThanks(visit);
      await expectReported(visit, endlink, outcome);
    },
  })),
  {
    name: 'embedded',
    title: 'reports complete from a button below the form in a frame',
    async run(visit) {
      const { page, step } = visit;
      const endlink = await visit.land('/embedded.html');
      const form = page.frameLocator('iframe');
      await step('submitting', () => form.getByRole('button', { name: 'Submit' }).click());
      await step('waiting for the confirmation', async () => {
        await expect(form.getByText('has been recorded')).toBeVisible();
      });
      await expectNothingSent(visit, endlink);
      await step('finishing', () => page.getByRole('button', { name: 'Finish' }).click());
      await expectReported(visit, endlink, 'complete');
    },
  },
  {
    name: 'another-tab',
    title: 'explains in the console that another tab has no token',
    async run(visit) {
      const { page, step, stage } = visit;
      const endlink = await visit.land('/');
      const tab = await page.context().newPage();
      const said = tab.waitForEvent('console', { predicate: (it) => NO_TOKEN.test(it.text()) });
      await step('opening the last page in another tab', async () => {
        await tab.goto(`${stage.origin}/thanks.html`);
        await said;
      });
      await expectState(visit, 'waiting');
      await expectNothingSent(visit, endlink);
    },
  },
];
