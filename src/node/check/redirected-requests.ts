import type { BrowserContext, CDPSession, Frame, Page, Route } from 'playwright-core';
import { opensTab } from './requests.ts';

/** A request to which a server has led the browser. */
export interface RedirectedRequest {
  url: URL;
  method: string;
  body: string | null;
  headers: Record<string, string>;
  /** `true` if it opens a page or the content of a frame. */
  isPage: boolean;
}

/** Returns the response to a request; `undefined` to let the request go on. */
type Answer = (request: RedirectedRequest) => Promise<Response | undefined>;

/** The event of the DevTools protocol, as far as it is read. */
interface Paused {
  requestId: string;
  /** Set if a server led here. */
  redirectedRequestId?: string;
  resourceType: string;
  request: { url: string; method: string; headers: Record<string, string>; postData?: string };
}

/**
 * Answers requests that follow a redirect of a server. The browser driver routes a request once, and not the redirects after it.
 * https://github.com/microsoft/playwright/issues/3993
 *
 * @param onHop called with each address to which a server leads a new tab
 * @returns origins and paths of new tabs that show such an answer and no page of the buyer. Grows during the visit
 */
export async function answerRedirects(
  context: BrowserContext,
  answer: Answer,
  onHop: (address: string) => void,
): Promise<ReadonlySet<string>> {
  const answeredAt = new Set<string>();
  async function watch(target: Page | Frame): Promise<void> {
    const session = await context.newCDPSession(target);
    session.on('Fetch.requestPaused', (paused: Paused) => {
      // A page that is left takes its requests with it.
      void settle(session, paused, answer).catch(() => undefined);
    });
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  }

  async function watchPage(page: Page): Promise<void> {
    // Only a frame of another site has a session of its own.
    page.on('framenavigated', (frame) => {
      if (frame.parentFrame()) void watch(frame).catch(() => undefined);
    });
    await watch(page);
  }

  // A new tab can be watched only once its first page has come, so its redirects are followed here.
  await context.route(
    () => true,
    async (route) => {
      if (opensTab(route.request())) {
        const isAnswered = await followRedirects(route, answer, onHop);
        if (isAnswered) answeredAt.add(withoutQuery(route.request().url()));
      } else await route.fallback();
    },
  );
  context.on('page', (page) => void watchPage(page).catch(() => undefined));
  await Promise.all(context.pages().map(watchPage));
  return answeredAt;
}

const withoutQuery = (address: string) => address.replace(/[?#].*/, '');

/** Most redirects that browsers follow. */
const MAX_REDIRECTS = 20;

/** Follows the redirects of a request from here, and leads the browser to where they end. Returns whether one of them was answered. */
async function followRedirects(
  route: Route,
  answer: Answer,
  onHop: (address: string) => void,
): Promise<boolean> {
  try {
    let url = route.request().url();
    let response = await route.fetch({ maxRedirects: 0 });
    for (let count = 0; count < MAX_REDIRECTS; count += 1) {
      const { location } = response.headers();
      const isRedirect = response.status() >= 300 && response.status() < 400;
      if (!isRedirect || location === undefined) break;
      url = new URL(location, url).href;
      onHop(url);
      const request = { url: new URL(url), method: 'GET', body: null, headers: {}, isPage: true };
      const answered = await answer(request);
      if (answered) {
        await fulfil(route, answered);
        return true;
      }
      response = await route.fetch({ url, method: 'GET', maxRedirects: 0 });
    }
    if (url === route.request().url()) await route.fulfill({ response });
    else await route.fulfill({ status: 303, headers: { location: url } });
  } catch {
    await route.abort().catch(() => undefined);
  }
  return false;
}

/** Fulfils a request with a response. */
export async function fulfil(route: Route, response: Response): Promise<void> {
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}

async function settle(
  session: CDPSession,
  { requestId, redirectedRequestId, resourceType, request }: Paused,
  answer: Answer,
): Promise<void> {
  const { url, method, headers, postData = null } = request;
  const response =
    redirectedRequestId !== undefined && /^https?:/.test(url)
      ? await answer({
          ...{ url: new URL(url), method, headers, body: postData },
          isPage: resourceType === 'Document',
        })
      : undefined;
  if (!response) {
    await session.send('Fetch.continueRequest', { requestId });
    return;
  }
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  });
}
