import type { Frame, Page } from '@playwright/test';
import type { Buyer } from '../support/buyer.ts';
import { expect } from '../support/fixtures.ts';
import type { Endlink, Service } from '../support/service.ts';
import { driveTime } from '../support/time.ts';
import { ENGINE } from '../../support/engines.ts';
import { SEEN } from './matrix.ts';
import type { Row } from './matrix.ts';

/** Longer than the pause before the second attempt. */
export const RETRY_MS = 2000;

/**
 * Whether the browser sends a GET again by itself, up to ten times in all, where its connection breaks. No page is told.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2
 */
export const IS_REPEATED_BY_BROWSER = ENGINE === 'firefox';

/** Finishes with `complete` when its button is pressed. */
export const MANUAL = '<endlink-finish outcome="complete" manual></endlink-finish>';

/** What a test of a row has at hand. */
export interface Parts {
  page: Page;
  service: Service;
  buyer: Buyer;
  row: Row;
}

/** A seller lands on a page that lets them finish. `page`: what the page has beside its element. */
export async function land(
  { page, service, buyer, row }: Parts,
  surroundings: Parameters<Buyer['page']>[1] = {},
): Promise<Endlink> {
  buyer.page('/landing', { body: MANUAL, ...surroundings });
  const endlink = row.about(await service.issue(buyer.url('/landing')));
  const reports = page.waitForResponse('**/vaultlink-token.js?*');
  await page.goto(endlink.url);
  await (await reports).finished();
  await expect(page.getByRole('button')).toBeVisible();
  return endlink;
}

/** The same, and then the page's timers stand still: no attempt follows unless {@link pass} lets the time pass. */
export async function landAndStop(
  parts: Parts,
  surroundings: Parameters<Buyer['page']>[1] = {},
): Promise<Endlink> {
  await driveTime(parts.page);
  const endlink = await land(parts, surroundings);
  await parts.page.clock.pauseAt(Date.now() + 60_000);
  return endlink;
}

/** Lets time pass for the page, and what is due happen. */
export const pass = (page: Page, ms: number): Promise<void> => page.clock.fastForward(ms);

/** The seller presses the button. */
export const finish = (view: Page | Frame): Promise<void> =>
  view.getByRole('button', { name: 'Finish' }).click();

/** The seller presses the button, and the service keeps the request. */
export async function finishAndHold(
  page: Page,
  service: Service,
  fault: object = {},
): Promise<void> {
  await service.addFault({ kind: 'hold', ...fault });
  await finish(page);
  await expect.poll(() => service.heldCount()).toBe(1);
}

/** The seller presses the button, and the connection breaks under the request. `also`: what the record says besides. */
export async function finishAndBreak({ page, service, row }: Parts, also = ''): Promise<void> {
  await service.addFault({ kind: 'drop' });
  await finish(page);
  const confirmed = (attempts: number) => ({
    seen: SEEN.confirmed,
    record: `confirmed, attempts: ${attempts}, status: 200${also}`,
    received: 'cut, then 200 (spent)',
  });
  if (IS_REPEATED_BY_BROWSER) {
    await row.moment('at first', confirmed(1));
    return;
  }
  const record = `unknown, attempts: 1, status: 0${also}`;
  await row.moment('at first', { seen: SEEN.unknown, record, received: 'cut' });
  await pass(page, RETRY_MS);
  await row.moment('tried again', confirmed(2));
}
