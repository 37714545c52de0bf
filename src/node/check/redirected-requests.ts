import type { BrowserContext, CDPSession, Frame, Page } from 'playwright-core';

/** A request to which a server has led the browser. */
export interface RedirectedRequest {
  url: URL;
  method: string;
  body: string | null;
  headers: Record<string, string>;
  /** `true` if it opens a page or the content of a frame. */
  isPage: boolean;
}

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
 * @param answer returns the response; `undefined` to let the request go on
 */
export async function answerRedirects(
  context: BrowserContext,
  answer: (request: RedirectedRequest) => Promise<Response | undefined>,
): Promise<void> {
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

  context.on('page', (page) => void watchPage(page).catch(() => undefined));
  await Promise.all(context.pages().map(watchPage));
}

async function settle(
  session: CDPSession,
  { requestId, redirectedRequestId, resourceType, request }: Paused,
  answer: (request: RedirectedRequest) => Promise<Response | undefined>,
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
