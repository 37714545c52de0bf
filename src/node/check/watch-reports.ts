import type { BrowserContext, Request, Route } from 'playwright-core';
import type { SeenReport } from '../../check/index.ts';
import { isOutcome, outcomeUrl } from '../../protocol/index.ts';
import type { StandIn } from './stand-in.ts';

/** The endpoints of the service, under any base URL. @see interface §4.4 */
const ENDPOINT = /\/api\/v3\/endlinks\/([a-z_]+)(\.html)?$/;

/** Pattern of the paths that may be a relay: the last part is the outcome. */
const RELAY = /\/([a-z_]+)$/;

/** The reports of a visit. */
export interface Reports {
  /** Grows during the visit. */
  list: readonly SeenReport[];
  /** Receives a report that the browser did not send. */
  receive(address: string): Promise<void>;
}

/**
 * Answers all requests for an outcome from the sandbox, whatever the base URL of the page is. A relay is not asked either, because it would call
 * the real service.
 *
 * @param onReport called after each report
 */
export async function interceptReports(
  context: BrowserContext,
  standIn: StandIn,
  onReport: () => void,
): Promise<Reports> {
  const startMs = performance.now();
  const list: SeenReport[] = [];
  const note = (report: Omit<SeenReport, 'atMs' | 'address'>, { origin, pathname }: URL) => {
    list.push({ ...report, atMs: performance.now() - startMs, address: origin + pathname });
    onReport();
  };

  async function answer(url: URL, isRead: boolean, headers: Record<string, string>) {
    const [, outcome, html] = ENDPOINT.exec(url.pathname) ?? [];
    const path = url.pathname.slice(url.pathname.indexOf('/api/v3/')) + url.search;
    const response = await standIn.answer({ path, headers });
    if (isOutcome(outcome) && isRead)
      note({ outcome, way: html ? 'redirect' : 'fetch', status: response.status }, url);
    return response;
  }

  await context.route(
    ({ pathname }) => ENDPOINT.test(pathname),
    async (route) => {
      const request = route.request();
      const url = new URL(request.url());
      const response = await answer(url, request.method() === 'GET', request.headers());
      await fulfil(route, response);
    },
  );
  await context.route(
    ({ pathname }) => RELAY.test(pathname),
    async (route) => {
      const request = route.request();
      const outcome = relayedOutcome(request, standIn.token);
      if (!outcome) return route.fallback();
      const { pathname, search } = new URL(outcomeUrl('http://127.0.0.1', outcome, standIn.token));
      const response = await standIn.answer({ path: pathname + search, headers: {} });
      const { status } = response;
      note({ outcome, way: 'relay', status }, new URL(request.url()));
      const body = response.ok
        ? { result: 'confirmed', outcome }
        : { error: 'outcome_rejected', error_description: 'The service refused the outcome.' };
      await route.fulfill({ status: response.ok ? 200 : 409, json: body });
    },
  );
  return {
    list,
    async receive(address) {
      await answer(new URL(address), true, {});
    },
  };
}

/** Returns the outcome that a page asks a relay to report, if this is such a request. */
function relayedOutcome(request: Request, token: string) {
  const [, outcome] = RELAY.exec(new URL(request.url()).pathname) ?? [];
  if (request.method() !== 'POST' || !isOutcome(outcome)) return undefined;
  return request.postData()?.includes(JSON.stringify(token)) ? outcome : undefined;
}

async function fulfil(route: Route, response: Response): Promise<void> {
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}
