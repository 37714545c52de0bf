import type { NameOf } from './faults.ts';
import { AFTER, FINISH, OTHER_FINISH } from './stage.ts';
import type { Stage } from './stage.ts';
import { atRest, goTo, hop, isLeaving, reload, traverse, until } from './steps.ts';

/** Lets the service go on with what it holds, before or after the page is gone, or much later. */
async function around(stage: Stage, leave: () => Promise<unknown>): Promise<void> {
  const when = ['before', 'after', 'later'][stage.choose() % 3];
  if (when === 'before') await stage.service.release();
  await leave();
  if (when === 'after') await stage.service.release();
  stage.leftHeldCount = await stage.service.heldCount();
  stage.watch.note(`the service goes on ${when}`);
}

/**
 * Opens a page of the survey in a new tab, with a copy of this tab's sessionStorage.
 *
 * @returns nothing where the page is already on its way to somewhere else
 */
export async function openBeside(stage: Stage, path: string) {
  const { page, buyer, watch } = stage;
  watch.note(`the seller opens ${path} in a new tab`);
  try {
    const [opened] = await Promise.all([
      page.waitForEvent('popup', { timeout: 3000 }),
      page.evaluate((url) => void window.open(url), buyer.url(path)),
    ]);
    await until(stage, () => !!watch.tabOf(opened).told);
    return opened;
  } catch (error) {
    watch.note(`too late: ${String(error).split('\n')[0]}`);
    return undefined;
  }
}

/** The seller lands and goes on to the finish page. */
export async function comeToFinish({ page, plan, endlink }: Stage, last = 0): Promise<void> {
  await page.goto(endlink.url, { waitUntil: 'domcontentloaded' });
  for (let left = plan.hops; left > last; left -= 1) await hop(page);
}

/** A click that leads away, to a service that holds the request, is not waited for. */
const NO_WAIT = { noWaitAfter: true };

/** Presses the button of a finish page that has one. */
export async function finish(stage: Stage, page = stage.page): Promise<void> {
  if (stage.plan.entry !== 'button') return;
  const button = page.getByRole('button');
  stage.watch.note(`the seller finishes in tab ${stage.watch.tabOf(page).number}`);
  if (stage.plan.faults.includes('double click')) await button.dblclick(NO_WAIT);
  else await button.click(NO_WAIT);
}

/** What the seller does with the tab while the service holds the report. */
export const TAB_FAULTS: Record<NameOf<'tab'>, (stage: Stage) => Promise<void>> = {
  async 'tab closed, link opened again'(stage) {
    stage.watch.tabOf(stage.page).underWay.clear();
    await around(stage, () => stage.page.close());
    stage.page = await stage.context.newPage();
    if (stage.choose() % 2) await comeToFinish(stage);
    else {
      await comeToFinish(stage, stage.plan.hops);
      await goTo(stage, OTHER_FINISH);
    }
    await finish(stage);
  },

  'reload under way': (stage) => around(stage, () => reload(stage)),

  async 'back and forward under way'(stage) {
    await around(stage, () => goTo(stage, AFTER));
    for (const way of ['back', 'forward'] as const) {
      await atRest(stage);
      if ((await isLeaving(stage)) || !stage.page.url().startsWith(stage.buyer.origin)) return;
      await traverse(stage, way);
      if (stage.choose() % 2) return;
    }
  },

  async 'tab duplicated under way'(stage) {
    // A page that is on its way to the marketplace takes no call.
    if (await isLeaving(stage)) return;
    const first = stage.page;
    await around(stage, async () => {
      const path = stage.choose() % 2 ? FINISH : OTHER_FINISH;
      stage.page = (await openBeside(stage, path)) ?? first;
    });
    if (stage.choose() % 2) {
      stage.page = first;
      // Nobody sees it behind the other one.
      await first.bringToFront();
    }
  },
};
