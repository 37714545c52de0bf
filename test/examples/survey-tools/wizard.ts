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

/** What the console says of a later step if the seller thinks for more than a second. */
const NOT_RENDERED = /An <endlink-finish> is not rendered/;

const landOnFirstStep = ({ allow, land }: ToolVisit) => {
  allow(NOT_RENDERED);
  return land('/');
};

const choose = async ({ page, step }: ToolVisit, choice: string) =>
  step(`choosing ${choice}`, async () => {
    await page.getByLabel(choice).check();
    await page.locator('form:visible button').click();
  });

/** What is done with the wizard of one page. */
export const WIZARD_WALKS: readonly ToolWalk[] = [
  ...ALL_OUTCOMES.map((outcome): ToolWalk => ({
    name: outcome,
    title: `reports ${outcome} when its step is shown, and nothing before`,
    async run(visit) {
      const endlink = await landOnFirstStep(visit);
      for (const choice of ANSWERS[outcome]) {
        await expectNothingSent(visit, endlink);
        await choose(visit, choice);
      }
      await expectReported(visit, endlink, outcome);
      await expectState(visit, 'confirmed');
    },
  })),
  {
    name: 'back',
    title: 'keeps the first outcome when the seller goes back and answers again',
    async run(visit) {
      const { page, step, allow } = visit;
      allow(/The outcome is "screenout" and stays so: "quota_full" came later\./);
      const endlink = await landOnFirstStep(visit);
      await choose(visit, 'Nothing');
      await expectReported(visit, endlink, 'screenout');
      await step('going back', async () => {
        await page.goBack();
      });
      await choose(visit, 'Tea');
      await expectText(visit, 'We have enough answers');
      await expectState(visit, 'confirmed');
      await expectReported(visit, endlink, 'screenout');
    },
  },
  {
    name: 'reload',
    title: 'reports once when the seller reloads the last step',
    async run(visit) {
      const { page, step } = visit;
      const endlink = await landOnFirstStep(visit);
      await choose(visit, 'Tea');
      await expectReported(visit, endlink, 'quota_full');
      // The page has its answer: one that is reloaded before can only say that the outcome is most likely recorded.
      await expectThanks(visit);
      await step('reloading', async () => {
        await page.reload();
      });
      await expectThanks(visit);
      await expectReported(visit, endlink, 'quota_full');
    },
  },
];
