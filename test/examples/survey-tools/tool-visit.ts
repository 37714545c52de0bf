import { expectSpentOnce } from '../../e2e/support/service.ts';
import type { Endlink } from '../../e2e/support/service.ts';
import type { EndlinkState, Vaultlink } from '../../../src/browser/endlink/index.ts';
import type { Outcome } from '../../../src/protocol/index.ts';
import { expect } from '../visit.ts';
import type { Visit, Walk } from '../visit.ts';
import type { ToolStage } from './stage.ts';

/** A visit of an example of a survey tool. */
export type ToolVisit = Visit<ToolStage>;

/** What a seller does in such an example. */
export type ToolWalk = Walk<ToolStage>;

/** Every outcome that a survey of the examples can end with. */
export const ALL_OUTCOMES = ['complete', 'screenout', 'quota_full', 'fail'] as const;

/** The line that explains why an element reports nothing. */
export const NO_TOKEN = /Nothing was reported: this tab has no endlink token\./;

/** Waits until the seller's packet has the outcome; exactly one request has brought it, and no other came. */
export async function expectReported(
  { step, stage }: ToolVisit,
  endlink: Endlink,
  outcome: Outcome,
): Promise<void> {
  await step(`looking for ${outcome} in the seller's list`, async () => {
    await expectSpentOnce(stage.service, endlink, outcome);
    expect(await stage.service.requests(endlink)).toHaveLength(1);
  });
}

/** Nothing has reached the service by now. */
export async function expectNothingSent(
  { step, stage }: ToolVisit,
  endlink: Endlink,
): Promise<void> {
  await step('looking for requests at the service', async () => {
    expect(await stage.service.requests(endlink)).toEqual([]);
  });
}

/** Waits until the page is in a state. */
export async function expectState({ page, step }: ToolVisit, state: EndlinkState['state']) {
  await step(`waiting until the page is ${state}`, async () => {
    // Between two pages there is none to ask.
    const known = () =>
      page.evaluate(() => (window.vaultlink as Vaultlink).state().state).catch(() => undefined);
    await expect.poll(known).toBe(state);
  });
}

/** Waits until the element tells the seller that they are done. */
export async function expectThanks({ page, step }: ToolVisit): Promise<void> {
  await step('waiting for the words of the element', async () => {
    await expect(page.locator('endlink-finish [role=status]:visible')).toContainText(
      'has been recorded',
    );
  });
}

/** The seller sees this in the page. */
export async function expectText({ page, step }: ToolVisit, text: string | RegExp): Promise<void> {
  await step(`waiting for "${String(text)}"`, async () => {
    await expect(page.getByText(text).first()).toBeVisible();
  });
}
