import { once } from 'node:events';
import type { Page } from '@playwright/test';
import type { EndlinkState, Vaultlink } from '../../src/browser/endlink/index.ts';
import type { Stage } from './stage.ts';
import type { Tab, Watch } from './watch.ts';

/** A minute, and a bit. */
const LONG_MS = 61_000;

/** How often a seller waits so long before the page counts as one that does nothing: longer than any pause before another attempt. */
const PATIENCE = 16;

/** What a seller sees in a tab. */
export interface Look {
  /** Of the page, where it is one of the buyer's. */
  state?: EndlinkState | undefined;
  /** What it says in words, and its buttons. */
  sentence: string;
  buttons: string[];
  /** HTTP status of the marketplace's page, where the seller has come there; 0: an error page of the browser. */
  status?: number;
  /** By the clock of the page, where it is one of the buyer's. */
  nowMs?: number;
}

/** Waits until it is so, up to 8 seconds: looks again whenever something happens in a tab or at the service. @returns whether it is */
export async function until(
  { watch: { changes } }: { watch: Pick<Watch, 'changes'> },
  isSo: () => boolean | Promise<boolean>,
  timeoutMs = 8000,
): Promise<boolean> {
  const late = AbortSignal.timeout(timeoutMs);
  const over = new AbortController();
  const signal = AbortSignal.any([late, over.signal]);
  try {
    for (;;) {
      // Listened for before it is looked at: nothing that happens meanwhile is missed.
      const changed = once(changes, 'change', { signal }).catch(() => undefined);
      if (await isSo()) return true;
      if (late.aborted) return false;
      await changed;
    }
  } finally {
    over.abort();
  }
}

/** @param passing the states that a page leaves by itself */
const isAtRest = ({ isClosed, whose, told, underWay }: Tab, passing: EndlinkState['state'][]) =>
  isClosed ||
  whose === 'someone else' ||
  (whose === 'the buyer' && !underWay.size && !!told && !passing.includes(told.state));

/** Returns whether the service has a report whose page still waits for the answer. */
export const isHeld = async ({ service, leftHeldCount }: Stage): Promise<boolean> =>
  (await service.heldCount()) > leftHeldCount;

/**
 * Returns whether a tab is on its way to the marketplace, which holds it. Until it has come there Chromium takes no call for its page, nor any that is
 * for all pages, such as one to its clock.
 */
export async function isLeaving({ service, endlink }: Stage): Promise<boolean> {
  const requests = await service.requests(endlink);
  return requests.some(({ path, status }) => path.endsWith('.html') && status === null);
}

/** Waits until the tab has come to an answer, or the service holds the report. */
export async function atRest(stage: Stage, page = stage.page): Promise<void> {
  const tab = stage.watch.tabOf(page);
  // Without a button, a page reports as soon as its element is there.
  const isManual = stage.plan.entry === 'button';
  const passing: EndlinkState['state'][] = isManual ? ['reporting'] : ['reporting', 'waiting'];
  if (!(await until(stage, async () => isAtRest(tab, passing) || (await isHeld(stage)))))
    stage.watch.note(`tab ${tab.number}: does not come to rest`);
}

/** Reads the state and the text that the seller sees. */
export async function look(stage: Stage, page = stage.page): Promise<Look> {
  const tab = stage.watch.tabOf(page);
  for (let tries = 0; ; tries += 1) {
    try {
      if (tab.whose === 'someone else') {
        const isError = !page.url().startsWith(stage.service.origin);
        return { sentence: '', buttons: [], status: isError ? 0 : await statusOf(stage) };
      }
      const seen = await page.evaluate(() => {
        const inside = document.querySelector('endlink-finish')?.shadowRoot;
        const textsOf = (selector: string) =>
          [...(inside?.querySelectorAll(selector) ?? [])].map(({ textContent }) =>
            textContent.trim(),
          );
        const state = (window.vaultlink as Vaultlink | undefined)?.state();
        return {
          ...{ state, sentence: textsOf('[role=status]').join(), buttons: textsOf('button') },
          nowMs: Date.now(),
        };
      });
      // Every page of the buyer's has a state: another one is there already, and has not been heard of.
      if (seen.state || !(await until(stage, () => tab.whose === 'someone else'))) return seen;
    } catch (error) {
      // A page that is just being left.
      if (tries === 5) throw error;
    }
  }
}

/** HTTP status of the page that the marketplace has shown last. */
async function statusOf({ service, endlink }: Stage): Promise<number> {
  const pages = (await service.requests(endlink)).filter(({ path }) => path.endsWith('.html'));
  return pages.at(-1)?.status ?? 0;
}

/** Returns whether there is nothing left to do for a seller. */
export const isOver = ({ state, status }: Look): boolean =>
  status !== undefined
    ? (status >= 200 && status < 300) || /^4(?!08|25|29)/.test(`${status}`)
    : /confirmed|rejected/.test(state?.state ?? '') || !!state?.probablyRecorded;

/** Presses a button of the element. Playwright's own click waits for ever in a page out of Firefox's back/forward cache. */
export async function press(stage: Stage, text: string, page = stage.page): Promise<void> {
  stage.watch.note(`the seller presses ${text}`);
  const tab = stage.watch.tabOf(page);
  const { told } = tab;
  // The page says something new.
  tab.told = undefined;
  const press = (text: string) => {
    const buttons = document
      .querySelector('endlink-finish')
      ?.shadowRoot?.querySelectorAll('button');
    const button = [...(buttons ?? [])].find(({ textContent }) => textContent.trim() === text);
    button?.click();
    return !!button;
  };
  // The page may be on its way to somewhere else.
  const isPressed = await page.evaluate(press, text).catch(() => false);
  if (!isPressed) tab.told = told;
}

/** Waits, as long as it takes, for another attempt of the page. */
export async function wait(stage: Stage, page = stage.page): Promise<void> {
  const tab = stage.watch.tabOf(page);
  stage.watch.note('the seller waits');
  const { attempts } = tab.told ?? {};
  const { nowMs: beganMs = 0 } = await look(stage, page);
  const hasMoved = () => tab.told?.attempts !== attempts || tab.whose !== 'the buyer';
  for (let tries = 0; tries < PATIENCE && !hasMoved(); tries += 1) {
    await page.clock.fastForward(LONG_MS);
    await until(stage, hasMoved, 60);
  }
  if (hasMoved()) return;
  const seen = await look(stage, page);
  if (!seen.state || isOver(seen)) return;
  stage.watch.note('nothing happens');
  // In a page out of Firefox's back/forward cache Playwright moves no clock.
  const hasWaited = (seen.nowMs ?? 0) - beganMs >= PATIENCE * LONG_MS;
  if (hasWaited && !seen.buttons.length) stage.hasStopped = true;
}

/** Follows the link to the next page of the survey. */
export async function hop(page: Page): Promise<void> {
  const before = page.url();
  await page.evaluate(() => {
    setTimeout(() => document.querySelector('a')?.click());
  });
  await page.waitForURL((url) => url.href !== before, { waitUntil: 'domcontentloaded' });
}

/**
 * Leaves the document of the tab. That fails where the page is already on its way to somewhere else, as a seller may come too late.
 *
 * @returns whether it did not
 */
async function leave(stage: Stage, what: string, step: () => Promise<unknown>): Promise<boolean> {
  const { page, watch } = stage;
  watch.note(`the seller ${what}`);
  const tab = watch.tabOf(page);
  const { whose, told } = tab;
  Object.assign(tab, { whose: 'nobody', told: undefined });
  // Nobody waits for an answer on a page that is gone.
  tab.underWay.clear();
  try {
    await step();
    return true;
  } catch (error) {
    watch.note(`too late: ${String(error).split('\n')[0]}`);
    // What it is on its way to, it may reach in a moment.
    if (!(await until(stage, () => tab.whose !== 'nobody', 300)))
      Object.assign(tab, { whose, told });
    return false;
  }
}

/** Reloads, and does not wait for a page that the service holds. */
export const reload = (stage: Stage): Promise<boolean> =>
  leave(stage, 'reloads', async () => {
    const { page } = stage;
    const begun = page.waitForEvent('request', (request) => request.isNavigationRequest());
    const reloaded = page.reload({ waitUntil: 'commit' });
    stage.reloads.push(reloaded);
    await Promise.race([begun, reloaded]);
  });

/** Enters an address of the buyer's. */
export const goTo = (stage: Stage, path: string): Promise<boolean> =>
  leave(stage, `goes to ${path}`, () =>
    stage.page.goto(stage.buyer.url(path), { waitUntil: 'domcontentloaded' }),
  );

/** Goes back or forward. Playwright's own call waits for ever where Firefox shows a page out of its back/forward cache. */
export const traverse = (stage: Stage, way: 'back' | 'forward'): Promise<boolean> =>
  leave(stage, `goes ${way}`, () =>
    // In a task of its own: the page may be gone before a call that waits for it returns.
    stage.page.evaluate((way) => void setTimeout(() => history[way]()), way),
  );
