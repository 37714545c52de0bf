import { html } from 'hono/html';
import type { Handler } from 'vaultlink/node';
import { isOwnForm, openSurvey, recordUrl } from '../tour/tour.ts';
import type { Tour } from '../tour/tour.ts';
import { breakOf } from '../tour/breaks.ts';
import { visitOf } from '../tour/visit.ts';
import { BREAK_PATH, SELLER_PATH } from './behind.ts';
import { documentReply } from './document.ts';
import { fileReply } from './files.ts';
import type { Page, Site, Surroundings } from './page.ts';

/** Creates the handler of a site: its pages, forms, files and JSON, and the panel beside its pages. */
export function siteHandler(site: Site, tour: Tour): Handler {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const page = site.pages.get(pathname);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (page && isRead) return pageReply(200, request, site, page, tour);
    if (page?.next && request.method === 'POST') return afterAnswers(request, page.next);
    if (page) return notAllowed(page);
    const data = isRead ? site.data?.get(pathname) : undefined;
    if (data) return Response.json(data(searchParams));
    if (pathname === SELLER_PATH && isRead) {
      return seeOther(tour.packetsUrl(await tour.seller(request)));
    }
    if (pathname.startsWith(BREAK_PATH) && request.method === 'POST') {
      return afterBreak(request, pathname.slice(BREAK_PATH.length), site, tour);
    }
    const file = isRead ? await fileReply(pathname) : undefined;
    return file ?? pageReply(404, request, site, missing, tour);
  };
}

/** Creates the response with a page and the record of the played seller. */
export async function pageReply(
  status: number,
  request: Request,
  site: Site,
  page: Page,
  tour: Tour,
): Promise<Response> {
  const path = new URL(request.url).pathname;
  const packet = site.packetAt(path);
  const seller = await tour.seller(request, page.tag?.['data-seller-param']);
  const surroundings: Surroundings = {
    path,
    seller,
    tourOrigin: tour.addresses.tour,
    canBreak: packet?.canBreak ?? false,
    setCookie: tour.cookie(seller.id),
    ...(packet && {
      record: await tour.record(packet, seller),
      liveUrl: recordUrl(tour, packet, seller),
    }),
    ...(site.hasNoTag && { liveUrl: path }),
  };
  return documentReply(status, site, page, surroundings);
}

/** Breaks the network for the survey of a page. Stays on the page if it can still report; otherwise starts the survey again. */
async function afterBreak(
  request: Request,
  path: string,
  site: Site,
  tour: Tour,
): Promise<Response> {
  if (!isOwnForm(request)) return new Response('Not from another page.', { status: 403 });
  const fields = await request.formData().catch(() => undefined);
  const way = breakOf(fields?.get('way'));
  const packet = site.packetAt(path);
  if (!way || !packet?.canBreak) return new Response('There is nothing to break.', { status: 400 });
  const { market } = tour;
  const seller = await tour.seller(request);
  const { isOpened, isDecided } = await visitOf(market, seller, packet.packetId);
  if (isOpened && !isDecided) {
    await market.break(way);
    return seeOther(path);
  }
  return seeOther((await openSurvey(tour, seller, packet.packetId, way.id)).url);
}

/** Redirects to the next page after a form, so that neither a reload nor the back button sends answers twice. */
async function afterAnswers(
  request: Request,
  next: (answers: FormData) => string,
): Promise<Response> {
  const answers = await request.formData().catch(() => undefined);
  return answers
    ? seeOther(next(answers))
    : new Response('The body is not a form.', { status: 400 });
}

/** Creates a redirect that the browser follows with GET. @param location address of a page */
export const seeOther = (location: string, headers: Record<string, string> = {}): Response =>
  new Response(null, { status: 303, headers: { location, ...headers } });

const notAllowed = ({ next }: Page) =>
  new Response('This page cannot be used in that way.', {
    status: 405,
    headers: { allow: next ? 'GET, HEAD, POST' : 'GET, HEAD' },
  });

const missing: Page = {
  title: 'Page not found',
  main: html`
    <h1>There is no such page</h1>
    <p>The address may have been cut short. Nothing of your survey is lost.</p>
    <p><a class="button" href="/">To the first page</a></p>
  `,
};
