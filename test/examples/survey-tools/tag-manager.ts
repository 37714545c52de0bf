import { expect } from '../visit.ts';
import {
  expectNothingSent,
  expectReported,
  expectState,
  expectThanks,
  NO_TOKEN,
} from './tool-visit.ts';
import type { ToolVisit, ToolWalk } from './tool-visit.ts';

const DRINKS = { complete: 'Coffee', quota_full: 'Tea', screenout: 'Nothing' } as const;

const follow = ({ page, step }: ToolVisit, name: string) =>
  step(`following ${name}`, () => page.getByRole('link', { name }).click());

/** What is done with pages that a tag manager adds the script to. */
export const TAG_MANAGER_WALKS: readonly ToolWalk[] = [
  ...(['complete', 'quota_full', 'screenout'] as const).map((outcome): ToolWalk => ({
    name: outcome,
    title: `reports ${outcome} with a tag that was added late and without attributes`,
    async run(visit) {
      const endlink = await visit.land('/');
      await expectState(visit, 'waiting');
      await follow(visit, DRINKS[outcome]);
      await expectThanks(visit);
      await expectReported(visit, endlink, outcome);
    },
  })),
  {
    name: 'consent',
    title: 'reports where the tag waits for consent on the landing page',
    async run(visit) {
      const { page, step, stage } = visit;
      const endlink = await stage.service.issue(`${stage.origin}/consent.html`);
      await step('landing', async () => {
        await page.goto(endlink.url);
      });
      await step('accepting cookies', () => page.getByRole('button').click());
      await expectState(visit, 'waiting');
      await follow(visit, 'Tea');
      await expectReported(visit, endlink, 'quota_full');
    },
  },
  {
    name: 'no-consent',
    title: 'explains in the console that a seller who goes on before consent has no token',
    async run(visit) {
      const { page, step, stage, allow } = visit;
      allow(NO_TOKEN);
      const endlink = await stage.service.issue(`${stage.origin}/consent.html`);
      await step('landing', async () => {
        await page.goto(endlink.url);
      });
      const line = page.waitForEvent('console', { predicate: (it) => NO_TOKEN.test(it.text()) });
      await follow(visit, 'Tea');
      await step('reading the console', async () => {
        await line;
      });
      await expectState(visit, 'missing');
      await expectNothingSent(visit, endlink);
    },
  },
  {
    name: 'twice',
    title: 'reports once where the tag fires twice on every page',
    async run(visit) {
      const { page, step, allow } = visit;
      allow(/The script tag is on this page more than once/);
      const fireAgain = () =>
        step('firing the tag again', async () => {
          await page.evaluate("dataLayer.push({ event: 'gtm.js' })");
          await expect(page.locator('script[src*="vaultlink.js"]')).toHaveCount(2);
        });
      const endlink = await visit.land('/');
      await fireAgain();
      await follow(visit, 'Coffee');
      await expectThanks(visit);
      await fireAgain();
      await expectState(visit, 'confirmed');
      await expectReported(visit, endlink, 'complete');
    },
  },
];
