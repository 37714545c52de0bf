import type { Browser, BrowserContext, Page } from '@playwright/test';
import { createVaultBff, memoryStore } from '../../src/bff/index.ts';
import { scriptTag, startBuyer } from '../e2e/support/buyer.ts';
import type { Buyer } from '../e2e/support/buyer.ts';
import { startService } from '../e2e/support/service.ts';
import type { Endlink, Service } from '../e2e/support/service.ts';
import { FILL } from '../e2e/support/surroundings.ts';
import { driveTime } from '../e2e/support/time.ts';
import { ofKind } from './faults.ts';
import type { Plan } from './plan.ts';
import { SURROUNDINGS } from './strike.ts';
import { watch } from './watch.ts';
import type { Watch } from './watch.ts';

/** What one run plays on: its own service, buyer, seller and browser profile. */
export interface Stage {
  plan: Plan;
  service: Service;
  buyer: Buyer;
  /** Another company's server, of which every page has a script. */
  thirdParty: Buyer;
  context: BrowserContext;
  /** The tab that the seller looks at. */
  page: Page;
  watch: Watch;
  endlink: Endlink;
  /** How many of the requests that the service holds are given up. */
  leftHeldCount: number;
  /** A page that shows nothing, with a report to be sent again, did nothing for a long time. */
  hasStopped: boolean;
  /** Reloads that nobody waits for. */
  reloads: Promise<unknown>[];
  /** The next one of the plan's choices. */
  choose: () => number;
  close: () => Promise<void>;
}

/** The pages up to the one that finishes. */
const SURVEY = ['/landing', '/questions', '/finish'] as const;

/** A finish page, and the page after it, that ask for the plan's other outcome. */
export const OTHER_FINISH = '/finish-otherwise';
export const AFTER = '/thanks';
export const FINISH = SURVEY[2];

/** Sets up everything, until a seller has their endlink. */
export async function setStage(browser: Browser, plan: Plan, thirdParty: Buyer): Promise<Stage> {
  const service = await startService();
  const buyer = await startBuyer(service.origin);
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 320, height: 240 },
  });
  context.setDefaultTimeout(8000);
  await driveTime(context);
  const page = await context.newPage();
  let count = 0;
  const reloads: Promise<unknown>[] = [];
  const choose = () => plan.choices[count++ % plan.choices.length] ?? 0;

  const place = { service, buyer, context, page, headers: {} };
  for (const name of ofKind(plan.faults, 'surroundings')) await SURROUNDINGS[name](place, choose());
  servePages(plan, buyer, thirdParty, place);
  if (plan.way === 'relay') relay(service, buyer);
  thirdParty.requests.length = 0;

  const endlink = await service.issue(buyer.url(SURVEY[2 - plan.hops] ?? FINISH));
  if (ofKind(plan.faults, 'end').length) await service.advance(3601);
  const reports = [`${service.origin}/api/v3/endlinks/`, buyer.url('/vault/endlinks/')];
  const { origin } = buyer;
  const watched = await watch({ context, origin, reports, token: endlink.token });
  await service.onChange(() => watched.changes.emit('change'));
  return {
    ...{ plan, service, buyer, thirdParty, context, page, endlink, choose },
    ...{ leftHeldCount: 0, hasStopped: false, reloads },
    watch: watched,
    async close() {
      // First the servers: a browser waits for what they hold.
      await Promise.all([service.close(), buyer.close()]);
      // Playwright throws where a reload has its response only after that: https://github.com/microsoft/playwright/issues/22210
      await Promise.allSettled(reloads);
      await context.close();
    },
  };
}

/** Every page of the survey, with a script of another company's that looks at the address. */
function servePages(
  { way, entry, outcome, other }: Plan,
  buyer: Buyer,
  thirdParty: Buyer,
  { headers, fills }: { headers: Record<string, string>; fills?: 'before' | 'after' },
): void {
  const tags = scriptTag({ src: thirdParty.url('/tags.js') });
  const page = (path: string, body: string, tag: Record<string, string> = {}) =>
    buyer.page(path, {
      ...{ body, headers, tag: { 'data-via': way, ...tag } },
      before: fills === 'before' ? FILL : '',
      after: (fills === 'after' ? FILL : '') + tags,
    });
  const finish = (path: string, asked: string) => {
    if (entry === 'attribute') page(path, '', { 'data-outcome': asked });
    else page(path, element(asked, entry === 'button' ? 'manual' : ''));
  };
  const [landing, questions] = SURVEY;
  page(landing, `<a href="${questions}">Next</a>`);
  page(questions, `<a href="${FINISH}">Next</a>`);
  finish(FINISH, outcome);
  finish(OTHER_FINISH, other);
  page(AFTER, element(other));
}

const element = (outcome: string, manual = '') =>
  `<endlink-finish outcome="${outcome}" ${manual}></endlink-finish>`;

/** The server of {@link Stage.thirdParty}: its script sends it what a tag manager's does. */
export async function startThirdParty(): Promise<Buyer> {
  const server = await startBuyer('');
  const script = `
    for (const text of [location.href, document.referrer])
      new Image().src = '${server.url('/pixel')}?seen=' + encodeURIComponent(text);`;
  const headers = { 'content-type': 'text/javascript' };
  server.handle('/tags.js', () => new Response(script, { headers }));
  return server;
}

/** The backend for the front end, on the buyer's own origin. */
function relay(service: Service, buyer: Buyer): void {
  const bff = createVaultBff({
    service: { baseUrl: service.origin },
    client: { clientId: 'id', clientSecret: 'secret', redirectUri: buyer.url('/vault/callback') },
    origin: buyer.origin,
    keys: [{ id: 'one', key: Buffer.alloc(32, 1).toString('base64') }],
    store: memoryStore(),
    relay: 'unsaved',
  });
  buyer.handle('/vault/', ({ method, path, search, headers, body }) => {
    const init = { method, headers, ...(body && { body }) };
    return bff.fetch(new Request(buyer.url(path + search), init));
  });
}
