import type { Handler } from 'vaultlink/node';
import type { Seller } from 'vaultlink/sandbox';
import { pageReply, seeOther, siteHandler } from '../site/handler.ts';
import type { Page, Site, PagePacket } from '../site/page.ts';
import { hostsPage, surveysPage, vaultPage } from './more-pages.ts';
import { BREAK_PACKET, FIRST_PACKET, startPage } from './start-page.ts';
import { isOwnForm, openSurvey } from './tour.ts';
import type { Tour } from './tour.ts';
import { visitIn } from './visit.ts';

/** Packets that answers are pushed into, by site. */
export interface VaultPackets {
  panel: PagePacket;
  club: PagePacket;
}

/** Paths of the tour's pages. */
const PAGE_PATHS = ['/', '/vault', '/hosts', '/surveys'];

/** Creates the handler of the tour's pages and of their buttons. */
export function tourHandler(tour: Tour, vaults: VaultPackets): Handler {
  const site = tourSite(tour);
  const rest = siteHandler(site, tour);

  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'POST') return afterForm(request, pathname, tour);
    if (!PAGE_PATHS.includes(pathname)) return rest(request);
    const page = await pageAt(pathname, await tour.seller(request), tour, vaults);
    return pageReply(200, request, site, page, tour);
  };
}

const tourSite = ({ addresses: { service, buyer } }: Tour): Site => ({
  name: 'Vaultlink, the tour',
  about: 'Every company, survey and payment here is made up.',
  theme: 'larkfield',
  hasNoTag: true,
  tag: {},
  serviceOrigin: service,
  callsItself: true,
  // The button that opens a survey redirects to the buyer.
  formOrigins: [buyer],
  pages: new Map(),
  packetAt: () => undefined,
});

/** Creates a page of the tour. Each request needs a new one, since it shows the record of the marketplace. */
async function pageAt(
  path: string,
  seller: Seller,
  { addresses, market }: Tour,
  { panel, club }: VaultPackets,
): Promise<Page> {
  const [state, requests] = await Promise.all([market.state(), market.requests()]);
  const visit = (packetId: string) => visitIn(state, requests, seller, packetId);
  switch (path) {
    case '/vault':
      return vaultPage(addresses, state, panel, seller);
    case '/hosts':
      return hostsPage(addresses, state, club, visit('tasting'));
    case '/surveys':
      return surveysPage(
        addresses,
        state.packets.map(({ id }) => visit(id)),
      );
    default:
      return startPage({
        sellers: state.sellers,
        seller,
        first: visit(FIRST_PACKET),
        broken: visit(BREAK_PACKET),
      });
  }
}

/** Handles a posted form, and redirects to the next page. */
async function afterForm(request: Request, path: string, tour: Tour): Promise<Response> {
  if (!isOwnForm(request)) return new Response('Not from another page.', { status: 403 });
  const { market } = tour;
  const fields = await request.formData().catch(() => new FormData());
  if (path === '/mend') {
    await market.mend();
    return seeOther('/');
  }
  const state = await market.state();
  if (path === '/seller') {
    const wanted = fields.get('seller');
    const known = state.sellers.find(({ id }) => id === wanted)?.id;
    const sellerId = wanted === 'new' ? await market.addSeller() : known;
    return seeOther('/', sellerId === undefined ? {} : { 'set-cookie': tour.cookie(sellerId) });
  }
  const packetId = /^\/open\/(\w+)$/.exec(path)?.[1];
  if (packetId && state.packets.some(({ id, reward }) => id === packetId && reward !== undefined)) {
    const seller = await tour.seller(request);
    const { url, sellerId } = await openSurvey(tour, seller, packetId, fields.get('way'));
    return seeOther(url, { 'set-cookie': tour.cookie(sellerId) });
  }
  return new Response('There is no such button.', { status: 404 });
}
