import { expect } from '../visit.ts';
import type { Endlink } from '../../e2e/support/service.ts';
import { ALL_OUTCOMES, expectNothingSent, expectReported, expectState } from './tool-visit.ts';
import type { ToolVisit, ToolWalk } from './tool-visit.ts';

const DRINKS = {
  complete: 'Coffee',
  quota_full: 'Tea',
  screenout: 'Nothing',
  fail: 'I do not want to say',
} as const;

/** A seller clicks an endlink that leads straight to the tool. */
const landAtTool = (visit: ToolVisit, path: string) =>
  landAt(visit, visit.stage.otherOrigin + path);

/** Lands without a look at where the token is: the tool sends it back in an address. */
async function landAt({ page, step, stage }: ToolVisit, url: string): Promise<Endlink> {
  const endlink = await stage.service.issue(url);
  await step(`landing on ${url}`, async () => {
    await page.goto(endlink.url);
  });
  return endlink;
}

const answer = ({ page, step }: ToolVisit, outcome: keyof typeof DRINKS) =>
  step('answering', () => page.getByRole('button', { name: DRINKS[outcome] }).click());

const follow = ({ page, step }: ToolVisit, name: string) =>
  step(`following ${name}`, () => page.getByRole('link', { name, exact: true }).click());

/** The seller is back on the page of the buyer, and its address holds nothing of the seller. */
const expectThanks = ({ page, step, stage }: ToolVisit, search: string) =>
  step('waiting for the page of the buyer', async () => {
    await expect(page).toHaveURL(`${stage.origin}/thanks.html${search}`);
  });

/** Waits for a line of the console, which is expected. */
async function expectLine({ page, step, allow }: ToolVisit, line: RegExp, action: Promise<void>) {
  allow(line);
  const said = page.waitForEvent('console', { predicate: (it) => line.test(it.text()) });
  await action;
  await step(`waiting for ${String(line)} in the console`, async () => {
    await said;
  });
}

/** What is done with a tool that redirects. */
export const REDIRECTING_TOOL_WALKS: readonly ToolWalk[] = [
  ...ALL_OUTCOMES.flatMap((outcome, index): ToolWalk[] => [
    {
      name: `to-service-${outcome}`,
      title: `reports ${outcome} where the tool leads straight to the service`,
      async run(visit) {
        const endlink = await landAtTool(visit, '/to-service');
        await answer(visit, outcome);
        await expectReported(visit, endlink, outcome);
      },
    },
    {
      name: `to-page-${outcome}`,
      title: `reports ${outcome} where the tool leads to a page that maps its codes`,
      async run(visit) {
        const endlink = await landAtTool(visit, '/to-page');
        await answer(visit, outcome);
        await expectThanks(visit, `?status=${[1, 2, 3, 4][index]}`);
        await expectState(visit, 'confirmed');
        await expectReported(visit, endlink, outcome);
      },
    },
  ]),
  {
    name: 'carried',
    title:
      'reports where the seller starts on a page of the buyer, which carries the token to the tool',
    async run(visit) {
      const endlink = await landAt(visit, `${visit.stage.origin}/`);
      await follow(visit, 'Start');
      await answer(visit, 'screenout');
      await expectState(visit, 'confirmed');
      await expectReported(visit, endlink, 'screenout');
    },
  },
  {
    name: 'without-token',
    title: 'reports where the tool drops the token, and the seller started on a page of the buyer',
    async run(visit) {
      const endlink = await visit.land('/');
      await follow(visit, 'Start without hidden fields');
      await answer(visit, 'quota_full');
      await expectThanks(visit, '?status=3');
      await expectReported(visit, endlink, 'quota_full');
    },
  },
  {
    name: 'back',
    title: 'keeps the first outcome where the seller goes back to the tool and ends it otherwise',
    async run(visit) {
      const { page, step } = visit;
      const endlink = await landAtTool(visit, '/to-page');
      await answer(visit, 'screenout');
      await expectReported(visit, endlink, 'screenout');
      await step('going back', async () => {
        await page.goBack();
      });
      const later = /The outcome is "screenout" and stays so: "1" came later\./;
      await expectLine(visit, later, answer(visit, 'complete'));
      await expectReported(visit, endlink, 'screenout');
    },
  },
  {
    name: 'wrong-field',
    title: 'names a placeholder that the tool has not filled in, percent-encoded as it comes',
    async run(visit) {
      const endlink = await landAtTool(visit, '/wrong-field');
      visit.allow(/Nothing was reported: this tab has no endlink token\./);
      await expectLine(visit, /"\{\{hidden:endlink\}\}".*Typeform/, answer(visit, 'complete'));
      await expectNothingSent(visit, endlink);
    },
  },
  {
    name: 'wrong-field-with-token',
    title: 'reports in spite of such a placeholder where the seller started on a page of the buyer',
    async run(visit) {
      visit.allow(/\{\{hidden:endlink\}\}/);
      const endlink = await visit.land('/');
      await follow(visit, 'Start with a wrong field');
      await answer(visit, 'complete');
      await expectReported(visit, endlink, 'complete');
    },
  },
  {
    name: 'wrong-code',
    title: 'names a code that the map does not have, such as an outcome in capitals',
    async run(visit) {
      const endlink = await landAtTool(visit, '/wrong-code');
      const line = /There is no outcome "SCREENOUT"\. Use one of: complete/;
      await expectLine(visit, line, answer(visit, 'screenout'));
      await expectNothingSent(visit, endlink);
    },
  },
];
