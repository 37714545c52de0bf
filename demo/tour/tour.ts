import type { Handler } from 'vaultlink/node';
import type { Seller } from 'vaultlink/sandbox';
import type { Addresses } from '../addresses.ts';
import type { Html, Subject } from '../site/page.ts';
import { breakOf } from './breaks.ts';
import type { Market } from './market.ts';
import { vaultRecord, visitRecord } from './record.ts';
import { playedSeller } from './seller.ts';
import type { PlayedSeller } from './seller.ts';
import { visitOf } from './visit.ts';

/** What every site of the demo shares: who is played, and what the marketplace has on record. */
export interface Tour {
  addresses: Addresses;
  market: Market;
  seller(request: Request, parameter?: string): Promise<Seller>;
  cookie: PlayedSeller['cookie'];
  record(subject: Subject, seller: Seller): Promise<Html>;
  /** Where the marketplace shows the packets of this seller. */
  packetsUrl(seller: Seller): string;
}

/** @param market the marketplace that the sites belong to */
export function createTour(addresses: Addresses, market: Market): Tour {
  const played = playedSeller(addresses.service);
  return {
    addresses,
    market,
    seller: async (request, parameter) =>
      played.of(request, (await market.state()).sellers, parameter),
    cookie: (sellerId) => played.cookie(sellerId),
    async record({ packetId, clientId }, seller) {
      if (clientId) return vaultRecord(await market.state(), clientId, packetId);
      return visitRecord(await visitOf(market, seller, packetId));
    },
    packetsUrl: ({ id }) => `${addresses.service}/?seller=${encodeURIComponent(id)}`,
  };
}

/**
 * Sends the seller to a packet's survey, and breaks the network before where a way is given. A seller answers each survey once, so somebody new comes
 * where this one has.
 *
 * @returns the address of the survey, and who goes there
 */
export async function openSurvey(
  { market }: Tour,
  seller: Seller,
  packetId: string,
  way?: unknown,
): Promise<{ url: string; sellerId: string }> {
  const { isDecided } = await visitOf(market, seller, packetId);
  const sellerId = isDecided ? await market.addSeller() : seller.id;
  const chosen = breakOf(way);
  if (chosen) await market.break(chosen);
  return { url: await market.open(packetId, sellerId), sellerId };
}

/** Where {@link marketHandler} shows what it has on record. */
const RECORD_PATH = '/demo/record/';

/** The address of a record: pages of the demo may call nobody but the marketplace. */
export const recordUrl = ({ addresses }: Tour, { packetId }: Subject, seller: Seller): string =>
  `${addresses.service}${RECORD_PATH}${encodeURIComponent(seller.id)}/${packetId}`;

/** The marketplace, with the record beside it that pages of the demo read. */
export function marketHandler(tour: Tour, subjects: readonly Subject[]): Handler {
  const { market, addresses } = tour;
  const origins = new Set(Object.values(addresses) as string[]);
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(RECORD_PATH)) return market.fetch(request);
    const [sellerId = '', packetId] = pathname.slice(RECORD_PATH.length).split('/');
    const subject = subjects.find((one) => one.packetId === packetId);
    const { sellers } = await market.state();
    const seller = sellers.find(({ id }) => encodeURIComponent(id) === sellerId);
    if (!subject || !seller) return new Response('There is no such record.', { status: 404 });
    const origin = request.headers.get('origin') ?? '';
    return new Response(`<div id="record">${String(await tour.record(subject, seller))}</div>`, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'",
        vary: 'origin',
        // Chromium repeats a request whose connection breaks if that was used before: the break would not be seen.
        connection: 'close',
        ...(origins.has(origin) && { 'access-control-allow-origin': origin }),
      },
    });
  };
}

/** Whether a form was sent by a page of this very host: no other page may break the network or switch the seller. */
export function isOwnForm({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  return site === null ? headers.get('origin') === new URL(url).origin : site === 'same-origin';
}
