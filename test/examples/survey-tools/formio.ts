import type { Outcome } from '../../../src/protocol/index.ts';
import { expect } from '../visit.ts';
import {
  ALL_OUTCOMES,
  expectNothingSent,
  expectReported,
  expectState,
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

/** The console says so after a second: the element is on the page from the beginning. */
const WAITS = /An <endlink-finish> waits for its outcome\./;

const choose = ({ page, step }: ToolVisit, choice: string) =>
  step(`choosing ${choice}`, () => page.getByRole('radio', { name: choice }).check());

const press = ({ page, step }: ToolVisit, name: string) =>
  step(`pressing ${name}`, () => page.getByRole('button', { name }).click());

/** What is done with Form.io. */
export const FORMIO_WALKS: readonly ToolWalk[] = [
  ...ALL_OUTCOMES.map((outcome): ToolWalk => ({
    name: outcome,
    title: `reports ${outcome} when the wizard is submitted`,
    async run(visit) {
      visit.allow(WAITS);
      const endlink = await visit.land('/');
      const [drink = '', care] = ANSWERS[outcome];
      await choose(visit, drink);
      if (care) {
        await press(visit, 'Next');
        await choose(visit, care);
      }
      await expectNothingSent(visit, endlink);
      await press(visit, 'Submit');
      await expectThanks(visit);
      await expectReported(visit, endlink, outcome);
    },
  })),
  {
    name: 'submit-fails',
    title:
      'reports nothing while the answers cannot be saved, and once when the seller tries again',
    async run(visit) {
      const { page, step, allow } = visit;
      for (const line of [WAITS, /500/, /Unexpected|JSON/]) allow(line);
      const endlink = await visit.land('/');
      await step('breaking the server of the answers', async () => {
        await page.route('**/answers', (route) => route.fulfill({ status: 500, body: 'no' }));
      });
      await choose(visit, 'Tea');
      await press(visit, 'Submit');
      await step('waiting until Form.io says that it failed', async () => {
        await expect(page.locator('.alert-danger').first()).toBeVisible();
      });
      await expectState(visit, 'waiting');
      await expectNothingSent(visit, endlink);
      await step('mending the server', () => page.unroute('**/answers'));
      await press(visit, 'Submit');
      await expectReported(visit, endlink, 'quota_full');
    },
  },
  {
    name: 'previous',
    title: 'reports the outcome of answers that the seller has changed with the button "Previous"',
    async run(visit) {
      visit.allow(WAITS);
      const endlink = await visit.land('/');
      await choose(visit, 'Coffee');
      await press(visit, 'Next');
      await choose(visit, 'Often');
      await press(visit, 'Previous');
      await choose(visit, 'Nothing');
      await expectNothingSent(visit, endlink);
      await press(visit, 'Submit');
      await expectReported(visit, endlink, 'screenout');
    },
  },
];
