import assert from 'node:assert/strict';
import { expectSpentOnce } from '../../e2e/support/service.ts';
import type { Endlink } from '../../e2e/support/service.ts';
import { decide, pressConnect, vaultOf } from '../../e2e/support/vault.ts';
import type { Outcome } from '../../../src/protocol/index.ts';
import { expect } from '../visit.ts';
import type { Visit as AnyVisit, Walk } from '../visit.ts';
import { PACKET } from './stage.ts';
import type { Stage } from './stage.ts';

type Visit = AnyVisit<Stage>;

/** What is done with each example. */
export const WALKS: readonly Walk<Stage>[] = [
  {
    name: 'constant',
    title:
      'reports a constant outcome after hops, and keeps the token out of the address on the way back',
    run: reportConstant,
  },
  { name: 'late', title: 'reports an outcome that is decided late', run: reportLate },
  { name: 'bound', title: 'reports an outcome that is bound to a field', run: reportBound },
  {
    name: 'remount',
    title: 'reports once where the element is unmounted and mounted again',
    run: reportRemounted,
  },
  {
    name: 'direct',
    title: 'reports from a page that the seller lands on directly',
    run: reportDirectly,
  },
  { name: 'missing', title: 'tells that a visitor without a token has none', run: showMissing },
  { name: 'push', title: 'connects a vault, and pushes an answer into it', run: connectAndPush },
];

async function reportConstant(visit: Visit): Promise<void> {
  const { page, step } = visit;
  const endlink = await landAndStart(visit);
  await follow(visit, 'Done');
  await expectReported(visit, endlink, 'complete');

  await step('going back to the landing page', async () => {
    await page.goBack();
    await expect(page).toHaveURL(urlOf(visit, '/questions'));
    await page.goBack();
    await expect(page).toHaveURL(urlOf(visit, '/'));
    await expectStatus(visit, 'endlink-state', 'confirmed');
  });
  await follow(visit, 'Start', '/questions');
  await follow(visit, 'Done');
  await expectReported(visit, endlink, 'complete');
}

async function reportLate(visit: Visit): Promise<void> {
  const { page, step, allow } = visit;
  const endlink = await landAndStart(visit);
  // The console explains it after a second, which is right.
  allow(/An <endlink-finish> waits for its outcome\./);
  await follow(visit, 'Late');
  await expectStatus(visit, 'endlink-state', 'waiting');
  await step('pressing Decide', () => page.getByRole('button', { name: 'Decide' }).click());
  await expectReported(visit, endlink, 'screenout');
}

async function reportBound(visit: Visit): Promise<void> {
  const { page, step, allow } = visit;
  const endlink = await landAndStart(visit);
  allow(/An <endlink-finish> waits for its outcome\./);
  await follow(visit, 'Bound');
  await expectStatus(visit, 'endlink-state', 'waiting');
  await step('choosing an outcome', async () => {
    await page.getByLabel('Outcome').selectOption('fail');
  });
  await expectReported(visit, endlink, 'fail');
}

async function reportRemounted(visit: Visit): Promise<void> {
  const { page, step, stage } = visit;
  const { service } = stage;
  const element = page.locator('endlink-finish');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const endlink = await landAndStart(visit);

  // The element is away while the service has not answered.
  await service.addFault({ kind: 'hold', outcome: 'quota_full' });
  await follow(visit, 'Remount');
  await step('hiding the element during the report', async () => {
    await expect.poll(() => service.heldCount()).toBe(1);
    await press('Hide');
    await expect(element).toHaveCount(0);
  });
  await step('showing it again', async () => {
    await press('Show');
    await expect(element).toHaveCount(1);
    await service.release();
  });
  await expectReported(visit, endlink, 'quota_full');

  await step('hiding and showing it after the report', async () => {
    await press('Hide');
    await expect(element).toHaveCount(0);
    await press('Show');
    await expect(element).toHaveCount(1);
  });
  await expectReported(visit, endlink, 'quota_full');
}

async function reportDirectly(visit: Visit): Promise<void> {
  const { page, step, stage } = visit;
  const endlink = await visit.land('/done');
  await expectReported(visit, endlink, 'complete');
  await step('loading the page again', async () => {
    await page.reload();
  });
  await expectReported(visit, endlink, 'complete');
  if (!stage.row.isRenderedOnServer) return;
  await step('reading the HTML that the server sends', async () => {
    const answer = await fetch(`${stage.origin}/done`);
    assert.match(await answer.text(), /<endlink-finish[^>]* outcome="complete"/);
  });
}

async function showMissing(visit: Visit): Promise<void> {
  const { page, step, stage, allow } = visit;
  allow(/Nothing was reported: this tab has no endlink token\./);
  await step('opening /done without a token', async () => {
    await page.goto(`${stage.origin}/done`);
  });
  await expectStatus(visit, 'endlink-state', 'missing');
  await expectStatus(visit, 'last-event', 'endlink-missing');
}

async function connectAndPush(visit: Visit): Promise<void> {
  const { page, step, stage } = visit;
  await step('opening the landing page', async () => {
    // A page that a server has rendered says "missing" before it is hydrated, and its links load other documents until then.
    await page.goto(stage.origin, { waitUntil: 'networkidle' });
    await expectStatus(visit, 'endlink-state', 'missing');
    await markDocument(visit);
  });
  await follow(visit, 'Start', '/questions');
  await follow(visit, 'Profile');
  await expectStatus(visit, 'vault-state', 'disconnected');
  await step('connecting', async () => {
    await pressConnect(page);
    await decide(page, 'Allow');
    await expect(page).toHaveURL(urlOf(visit, '/profile'));
  });
  await expectStatus(visit, 'vault-state', 'connected');
  await expectStatus(visit, 'last-event', 'vault-connected');
  await step('pushing an answer', async () => {
    await page.locator('input[name=drink]').fill('Tea');
    await page.getByRole('button', { name: 'Save' }).click();
  });
  await expectStatus(visit, 'last-event', 'vault-pushed');
  await step('looking into the vault', async () => {
    assert.deepEqual(await vaultOf(stage.service, PACKET), { drink: 'Tea' });
  });
}

/** Lands with a token, and follows the link to the questions. */
async function landAndStart(visit: Visit): Promise<Endlink> {
  const endlink = await visit.land('/');
  await expectStatus(visit, 'endlink-state', 'waiting');
  await visit.step('marking the document', () => markDocument(visit));
  await follow(visit, 'Start', '/questions');
  return endlink;
}

/** Remembers the document, to see whether a link loads another one. */
async function markDocument({ page }: Visit): Promise<void> {
  // Not in the HTML: a framework that hydrates the page would find it there.
  await page.evaluate(() => void Object.assign(document, { isMarked: true }));
}

/** Follows a link: without another document, unless the example is made of plain pages. */
async function follow(visit: Visit, name: string, path = `/${name.toLowerCase()}`): Promise<void> {
  const { page, step, stage, mode } = visit;
  await step(`following ${name}`, async () => {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(urlOf(visit, path));
    if (stage.row.hasDocuments?.(mode)) return;
    const isMarked = await page.evaluate(() => 'isMarked' in document);
    assert.ok(isMarked, 'The link has loaded another document.');
  });
}

/** Waits until the page and the seller's list have the outcome; there must be one request with the token, and no other. */
async function expectReported(visit: Visit, endlink: Endlink, outcome: Outcome): Promise<void> {
  const { stage, step } = visit;
  await expectStatus(visit, 'endlink-state', 'confirmed');
  await expectStatus(visit, 'last-event', 'endlink-confirmed');
  await step(`looking for ${outcome} in the seller's list`, async () => {
    await expectSpentOnce(stage.service, endlink, outcome);
    const requests = await stage.service.requests(endlink);
    assert.deepEqual(
      requests.map(({ method }) => method),
      ['GET'],
    );
    const [request] = requests;
    assert.ok(!request?.headers.referer?.includes(endlink.token), 'The token is in the Referer.');
  });
}

/** Waits until an output of the page shows a text. */
async function expectStatus({ page, step }: Visit, id: string, text: string): Promise<void> {
  await step(`waiting until #${id} is ${text}`, async () => {
    await expect(page.locator(`#${id}`)).toHaveText(text);
  });
}

/** The address of a path, with nothing behind it. */
const urlOf = ({ stage }: Visit, path: string) =>
  path === '/' ? new RegExp(`^${stage.origin}/?$`) : stage.origin + path;
