import type { Outcome } from '../../../src/protocol/index.ts';
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

const press = ({ page, step }: ToolVisit, name: string) =>
  step(`pressing ${name}`, () => page.getByRole('button', { name }).click());

/** What is done with jsPsych. */
export const JSPSYCH_WALKS: readonly ToolWalk[] = [
  ...ALL_OUTCOMES.flatMap((outcome): ToolWalk[] => [
    {
      name: `last-page-${outcome}`,
      title: `reports ${outcome} where on_finish shows the element`,
      async run(visit) {
        const endlink = await visit.land('/');
        for (const choice of ANSWERS[outcome]) {
          await expectNothingSent(visit, endlink);
          await press(visit, choice);
        }
        await expectThanks(visit);
        await expectReported(visit, endlink, outcome);
      },
    },
    {
      name: `navigate-${outcome}`,
      title: `reports ${outcome} on the page that on_finish leads to`,
      async run(visit) {
        const endlink = await visit.land('/navigate.html');
        for (const choice of ANSWERS[outcome]) await press(visit, choice);
        await expectText(visit, 'Thank you for your time.');
        await expectState(visit, 'confirmed');
        await expectReported(visit, endlink, outcome);
      },
    },
  ]),
  {
    name: 'unsaved',
    title: 'reports though the data cannot be saved',
    async run(visit) {
      const { page, step, allow } = visit;
      allow(/\/answers/);
      allow(/Failed to fetch/);
      const endlink = await visit.land('/');
      await step('breaking the server of the answers', async () => {
        await page.route('**/answers', (route) => route.abort());
      });
      await press(visit, 'Tea');
      await expectReported(visit, endlink, 'quota_full');
    },
  },
  {
    name: 'back',
    title:
      'reports once where a seller goes back from the last page and takes the experiment again',
    async run(visit) {
      const { page, step, allow } = visit;
      allow(/The outcome is "screenout" and stays so: "quota_full" came later\./);
      const endlink = await visit.land('/navigate.html');
      await press(visit, 'Nothing');
      await expectText(visit, 'Thank you for your time.');
      await expectReported(visit, endlink, 'screenout');
      // The page has its answer: one that is left before does not know it.
      await expectState(visit, 'confirmed');
      await step('going back', async () => {
        await page.goBack();
        await page.reload();
      });
      await press(visit, 'Tea');
      await expectText(visit, 'Thank you for your time.');
      await expectState(visit, 'confirmed');
      await expectReported(visit, endlink, 'screenout');
    },
  },
];
