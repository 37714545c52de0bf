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

/** Serves a site: its pages, the answers to its forms, its files, and what the demo has beside its pages. */
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

/** A page, with what the marketplace has on record of the seller who is played. */
export async function pageReply(
  status: number,
  request: Request,
  site: Site,
  page: Page,
  tour: Tour,
): Promise<Response> {
  const path = new URL(request.url).pathname;
  const subject = site.subjectAt(path);
  const seller = await tour.seller(request, page.tag?.['data-seller-param']);
  const surroundings: Surroundings = {
    path,
    seller,
    tourOrigin: tour.addresses.tour,
    canBreak: subject?.canBreak ?? false,
    setCookie: tour.cookie(seller.id),
    ...(subject && {
      record: await tour.record(subject, seller),
      liveUrl: recordUrl(tour, subject, seller),
    }),
    ...(site.hasNoTag && { liveUrl: path }),
  };
  return documentReply(status, site, page, surroundings);
}

/** Breaks the network for the survey of a page, which stays where it can still report; else the survey starts again. */
async function afterBreak(
  request: Request,
  path: string,
  site: Site,
  tour: Tour,
): Promise<Response> {
  if (!isOwnForm(request)) return new Response('Not from another page.', { status: 403 });
  const fields = await request.formData().catch(() => undefined);
  const way = breakOf(fields?.get('way'));
  const subject = site.subjectAt(path);
  if (!way || !subject?.canBreak)
    return new Response('There is nothing to break.', { status: 400 });
  const { market } = tour;
  const seller = await tour.seller(request);
  const { isOpened, isDecided } = await visitOf(market, seller, subject.packetId);
  if (isOpened && !isDecided) {
    await market.break(way);
    return seeOther(path);
  }
  return seeOther((await openSurvey(tour, seller, subject.packetId, way.id)).url);
}

/** Leads on with a redirect, so that neither a reload nor the way back sends answers twice. */
async function afterAnswers(
  request: Request,
  next: (answers: FormData) => string,
): Promise<Response> {
  const answers = await request.formData().catch(() => undefined);
  return answers
    ? seeOther(next(answers))
    : new Response('The body is not a form.', { status: 400 });
}

/** @param location of a page, to be read with GET */
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
