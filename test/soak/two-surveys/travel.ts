import { EventEmitter } from 'node:events';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { claimsOf } from '../../e2e/support/claims.ts';
import type { Claim } from '../../e2e/support/claims.ts';
import type { Buyer } from '../../e2e/support/buyer.ts';
import { startService } from '../../e2e/support/service.ts';
import type { Endlink, Service } from '../../e2e/support/service.ts';
import { driveTime } from '../../e2e/support/time.ts';
import { until } from '../steps.ts';
import { ORDERS } from '../strike.ts';
import type { Journey, Survey } from './journey.ts';
import { openSite, pathsOf } from './site.ts';
import type { Folder, Site } from './site.ts';

/** One survey and what is known of its report. */
export interface Visit {
  folder: Folder;
  survey: Survey;
  endlink: Endlink;
  /** A page has locked an outcome for this survey's token. */
  isAsked: boolean;
  /** How many reports the pages have sent. */
  reportCount: number;
}

/** A seller with two surveys, one after the other, in one tab. */
export interface Travel {
  journey: Journey;
  service: Service;
  site: Site;
  context: BrowserContext;
  page: Page;
  thirdParty: Buyer;
  visits: readonly Visit[];
  /** What happened, without the tokens. */
  lines: string[];
  note: (line: string) => void;
  withoutTokens: (text: string) => string;
  /** Emits `change` again and again. */
  changes: EventEmitter;
  close: () => Promise<void>;
}

/** How often somebody looks again. */
const LOOK_MS = 40;

/** Longer than a page waits for anything. */
const LONG_MS = 61_000;

/** Longer than a page waits for a parser. */
const PARSER_MS = 11_000;

/** How often the seller waits so long in the end. */
const PATIENCE = 16;

/** Sets up everything, until the seller has an endlink for each survey. */
export async function startTravel(
  browser: Browser,
  journey: Journey,
  thirdParty: Buyer,
): Promise<Travel> {
  const beganMs = performance.now();
  const service = await startService();
  const site = await openSite(journey, service.origin, thirdParty);
  const context = await browser.newContext();
  const page = context.pages()[0] ?? (await context.newPage());
  await driveTime(page);
  thirdParty.requests.length = 0;
  const visits: Visit[] = [];
  for (const [folder, survey] of [
    ['/first', journey.surveys[0]],
    ['/second', journey.surveys[1]],
  ] as const) {
    const endlink = await service.issue(site.buyer.url(pathsOf(folder, survey)[0] ?? ''));
    visits.push({ folder, survey, endlink, isAsked: false, reportCount: 0 });
  }
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${service.origin}/api/v3/endlinks/`)) return;
    for (const visit of visits) if (url.includes(visit.endlink.token)) visit.reportCount += 1;
  });
  for (const trouble of journey.troubles) await service.addFault(ORDERS[trouble](0));

  const lines: string[] = [];
  const changes = new EventEmitter().setMaxListeners(0);
  const ticks = setInterval(() => changes.emit('change'), LOOK_MS);
  const withoutTokens = (text: string) =>
    visits.reduce(
      (rest, { endlink, folder }) => rest.replaceAll(endlink.token, `TOKEN${folder}`),
      text,
    );
  return {
    ...{ journey, service, site, context, page, thirdParty, visits, lines, changes, withoutTokens },
    note(line) {
      const atMs = (performance.now() - beganMs).toFixed(0).padStart(6);
      lines.push(`${atMs} ms  ${withoutTokens(line)}`);
    },
    async close() {
      clearInterval(ticks);
      // First the servers: a browser waits for what they hold.
      await Promise.all([service.close(), site.close()]);
      await context.close();
    },
  };
}

/** Plays the seller: takes both surveys, navigates, and waits until the open reports are sent. */
export async function travel(trip: Travel): Promise<void> {
  const { journey, visits, service } = trip;
  const entries: Entries = { length: 0, index: -1 };
  for (const [index, visit] of visits.entries()) {
    await takeSurvey(trip, visit, entries);
    for (const move of index ? journey.moves : journey.movesBetween)
      await makeMove(trip, move, entries);
  }
  await service.calmDown();
  for (let tries = 0; tries < PATIENCE && !(await isAllCounted(trip)); tries += 1) {
    trip.note('the seller waits');
    await trip.page.clock.fastForward(LONG_MS).catch(() => undefined);
    await until({ watch: trip }, () => isAllCounted(trip), 250);
    await noteClaims(trip);
  }
}

/** The entries of the tab's history, from the first landing on, and which one is shown. */
interface Entries {
  length: number;
  index: number;
}

async function takeSurvey(trip: Travel, visit: Visit, entries: Entries): Promise<void> {
  const { page, note } = trip;
  const { folder, survey, endlink } = visit;
  const paths = pathsOf(folder, survey);
  note(`lands on ${folder}: ${survey.outcome}, ${survey.finish}`);
  await page.goto(endlink.url, { waitUntil: 'commit' });
  push(entries);
  for (const [index, step] of survey.steps.entries()) {
    note(`goes on by ${step}`);
    await leave(trip, () => click(trip, '#next'));
    push(entries);
    if (!page.url().includes(paths[index + 1] ?? '')) note(`is on ${page.url()}`);
  }
  if (survey.finish === 'button') await click(trip, 'endlink-finish');
  if (survey.isLeftAtOnce) await noteClaims(trip);
  else if (survey.hangs) await waitForParser(trip, visit);
  else await until({ watch: trip }, async () => isAtRest(await noteClaims(trip), visit));
}

/** Waits longer than an element does for a parser that hangs. */
async function waitForParser(trip: Travel, visit: Visit): Promise<void> {
  const isOver = async () => isAtRest(await noteClaims(trip), visit);
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    if (await until({ watch: trip }, isOver, 500)) return;
    await trip.page.clock.fastForward(PARSER_MS);
  }
}

/** Reads what the page says, and notes which surveys it was asked to report. */
async function noteClaims(trip: Travel): Promise<Claim[]> {
  const claims = await claimsOf(trip.page).catch(() => []);
  for (const visit of trip.visits)
    visit.isAsked ||= claims.some(
      ({ token, outcome }) => token === visit.endlink.token && outcome !== undefined,
    );
  const said = claims.map(({ token, state, outcome }) =>
    [token ?? '', state, outcome ?? ''].join(' ').trim(),
  );
  const line = trip.withoutTokens(`says ${said.join('; ')}`);
  if (!trip.lines.at(-1)?.endsWith(line)) trip.note(line);
  return claims;
}

/** Returns whether the report of a survey has an answer, or an attempt has failed. */
const isAtRest = (claims: readonly Claim[], { endlink }: Visit): boolean =>
  claims.some(
    ({ token, state }) =>
      token === endlink.token && /confirmed|rejected|accepted|unknown/.test(state),
  );

/** Clicks on an element, or on the button in its shadow tree, once it is there. */
async function click(trip: Travel, selector: string): Promise<void> {
  const click = (selector: string) => {
    const found = document.querySelector<HTMLElement>(selector);
    const wanted = found?.matches('endlink-finish')
      ? found.shadowRoot?.querySelector('button')
      : found;
    // In a task of its own: the page may be gone before a call that waits for it returns.
    if (wanted) setTimeout(() => wanted.click());
    return !!wanted;
  };
  const isClicked = await until({ watch: trip }, () =>
    trip.page.evaluate(click, selector).catch(() => false),
  );
  trip.note(isClicked ? `clicks on ${selector}` : `finds no ${selector}`);
}

async function makeMove(
  trip: Travel,
  move: Journey['moves'][number],
  entries: Entries,
): Promise<void> {
  const { page, note } = trip;
  if (move === 'reload') {
    note('reloads');
    // As a seller does: where a script of the page reloads, the page becomes its own referrer, with the token if it has not been read.
    await leave(trip, () => page.reload({ waitUntil: 'commit' }));
  } else {
    const by = { back: -1, 'two back': -2, 'three back': -3, forward: 1 }[move];
    const index = entries.index + by;
    if (index < 0 || index >= entries.length) return;
    entries.index = index;
    note(`goes ${move}`);
    await leave(trip, () => page.evaluate((by) => void setTimeout(() => history.go(by)), by));
  }
  note(`shows ${page.url()}`);
  // What a page does by itself, it does soon.
  await until({ watch: trip }, async () => (await noteClaims(trip)).some(isSettled), 300);
}

const isSettled = ({ state }: Claim) => /confirmed|rejected|accepted/.test(state);

function push(entries: Entries): void {
  entries.index += 1;
  entries.length = entries.index + 1;
}

let documents = 0;

/** Leaves the document of the tab, and waits for another one. */
async function leave(trip: Travel, step: () => Promise<unknown>): Promise<void> {
  const { page, note } = trip;
  const left = (documents += 1);
  const markOf = () =>
    page.evaluate(() => (window as { soakMark?: number }).soakMark).catch(() => left);
  await page.evaluate((mark) => {
    (window as { soakMark?: number }).soakMark = mark;
  }, left);
  await step();
  if (!(await until({ watch: trip }, async () => (await markOf()) !== left)))
    note('the page stays');
}

async function isAllCounted({ service, visits }: Travel): Promise<boolean> {
  const asked = visits.filter(({ isAsked }) => isAsked);
  const packets = await Promise.all(asked.map(({ endlink }) => service.packetOf(endlink)));
  return packets.every(({ outcome }) => outcome !== null);
}
