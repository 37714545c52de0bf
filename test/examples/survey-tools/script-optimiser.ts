import { expect } from '../visit.ts';
import type { Endlink } from '../../e2e/support/service.ts';
import { expectNothingSent, expectReported, expectState, expectThanks } from './tool-visit.ts';
import type { ToolVisit, ToolWalk } from './tool-visit.ts';

const DRINKS = { complete: 'Coffee', quota_full: 'Tea', screenout: 'Nothing' } as const;

const WAYS = {
  inline: 'inlined',
  combine: 'combined and deferred',
  reorder: 'followed by its settings',
  later: 'run again after load',
  delay: 'left alone while others are delayed',
} as const;

const follow = ({ page, step }: ToolVisit, name: string) =>
  step(`following ${name}`, () => page.getByRole('link', { name }).click());

/** Lands on a page whose scripts may run late. */
async function land({ page, step, stage }: ToolVisit, path: string): Promise<Endlink> {
  const endlink = await stage.service.issue(stage.origin + path);
  await step(`landing on ${path}`, async () => {
    await page.goto(endlink.url);
  });
  return endlink;
}

/** What is done with pages behind an optimiser. */
export const SCRIPT_OPTIMISER_WALKS: readonly ToolWalk[] = [
  ...Object.entries(WAYS).flatMap(([way, words]) =>
    (['complete', 'quota_full', 'screenout'] as const).map((outcome): ToolWalk => ({
      name: `${way}-${outcome}`,
      title: `reports ${outcome} with a script that is ${words}`,
      async run(visit) {
        // Before the settings are there. They are used all the same.
        if (way === 'reorder') visit.allow(/the service's address is missing/);
        const endlink = await land(visit, `/${way}/`);
        await expectState(visit, 'waiting');
        await follow(visit, DRINKS[outcome]);
        await expectThanks(visit);
        await expectReported(visit, endlink, outcome);
      },
    })),
  ),
  {
    name: 'delay-all',
    title:
      'reports with the first interaction where the script itself is delayed until then, and not before',
    async run(visit) {
      const { page, step } = visit;
      const endlink = await land(visit, '/delay-all/');
      await step('moving the mouse', () => page.mouse.move(20, 20));
      await expectState(visit, 'waiting');
      await follow(visit, 'Tea');
      await step('waiting for the last page', async () => {
        await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
      });
      await step('looking for the script', async () => {
        expect(await page.evaluate("'vaultlink' in window")).toBe(false);
      });
      await expectNothingSent(visit, endlink);
      await step('pressing a key', () => page.keyboard.press('Shift'));
      await expectThanks(visit);
      await expectReported(visit, endlink, 'quota_full');
    },
  },
];
