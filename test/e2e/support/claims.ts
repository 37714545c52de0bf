import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Frame, Page, Request } from '@playwright/test';
import type { EndlinkStateName, Outcome } from '../../../src/browser/endlink/index.ts';
import type { EndlinkEngine } from '../../../src/browser/endlink/parts.ts';
import { ENGINE } from '../../support/engines.ts';

/** What a page or frame says about a token. */
export interface Claim {
  /** The address of the page, without its query. */
  where: string;
  /**
   * What its record says. `no tag`: the page has no script of ours. `loading`: it may get one. `no answer`: nobody can ask it now. `sent`: no
   * page says this, but the browser has sent a report, and not given it up.
   */
  state: EndlinkStateName | 'no tag' | 'loading' | 'no answer' | 'sent';
  token?: string | undefined;
  outcome?: Outcome | undefined;
  probablyRecorded?: boolean | undefined;
  /** Nothing was sent, whatever the state says. */
  isDryRun?: boolean;
}

/** Collects what some pages say. */
export type Witness = () => Promise<Claim[]>;

/** How long a page may take to answer. A page that is being left takes no call. */
const ANSWER_MS = 2000;

/** A record of an engine. */
interface Told extends Pick<Claim, 'state' | 'token' | 'outcome' | 'probablyRecorded'> {
  body?: string | undefined;
  previous?: Told;
}

/** Runs in a page. A tab that has landed with a second token keeps the record of the first one behind it. */
function readClaims(): Claim[] {
  const where = location.origin + location.pathname;
  const engine = window.vaultlink as Partial<EndlinkEngine> | undefined;
  const isLoaded = document.readyState === 'complete';
  if (!engine?.state) return [{ where, state: isLoaded ? 'no tag' : 'loading' }];
  const record = engine.readRecord?.() as Told | undefined;
  const claims: Claim[] = [];
  let told: Told | undefined = record ?? { ...engine.state(), token: engine.token?.() };
  while (told) {
    const { token, state, outcome, probablyRecorded, body, previous }: Told = told;
    const isDryRun = !!body?.startsWith('dry run');
    claims.push({ where, state, token, outcome, probablyRecorded, isDryRun });
    told = previous;
  }
  return isLoaded || claims[0]?.token ? claims : [{ where, state: 'loading' }];
}

async function claimsIn(view: Page | Frame, where: string): Promise<Claim[]> {
  const noAnswer = wait(ANSWER_MS, [{ where, state: 'no answer' } as const], { ref: false });
  return Promise.race([view.evaluate(readClaims), noAnswer]);
}

/** Returns the claims of a page and its frames; none if the page is closed. */
async function claimsOfPage(page: Page): Promise<Claim[]> {
  const [main = page, ...frames] = page.frames();
  const where = page.url().replace(/[?#].*/, '');
  const claims = claimsIn(main, where).catch(async () =>
    // The stand-in for WebKit asks its browser.
    (await Promise.resolve(page.isClosed())) ? [] : [{ where, state: 'loading' } as const],
  );
  // A frame that cannot be asked is gone.
  const others = frames.map((frame) => claimsIn(frame, where).catch(() => []));
  return (await Promise.all([claims, ...others])).flat();
}

/** Returns the claims of a page with its frames, or of one frame. */
export const claimsOf = (view: Page | Frame): Promise<Claim[]> =>
  'frames' in view ? claimsOfPage(view) : claimsIn(view, 'a frame').catch(() => []);

/** Watches the pages of a context, and the reports that its browser sends to a service. */
export function watchContext(context: BrowserContext, baseUrl: string): Witness {
  const sent = new Set<Request>();
  // In the stand-in for WebKit, a request that is known is at the service.
  if (ENGINE !== 'webkit') {
    context.on('request', (request) => {
      if (request.url().startsWith(`${baseUrl}/api/v3/endlinks/`)) sent.add(request);
    });
    context.on('requestfailed', (request) => void sent.delete(request));
  }
  return async () => {
    const reports = [...sent].map((request) => new URL(request.url()));
    return [
      ...(await Promise.all(context.pages().map(claimsOf))).flat(),
      ...reports.map(({ pathname, searchParams }) => ({
        ...{ where: pathname, state: 'sent' as const },
        token: searchParams.get('service_endlink_token') ?? undefined,
      })),
    ];
  };
}
