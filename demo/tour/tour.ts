import type { Handler } from 'vaultlink/node';
import type { Seller } from 'vaultlink/sandbox';
import type { Addresses } from '../addresses.ts';
import type { Html, PagePacket } from '../site/page.ts';
import { breakOf } from './breaks.ts';
import type { Market } from './market.ts';
import { vaultRecord, visitRecord } from './record.ts';
import { playedSeller } from './seller.ts';
import type { PlayedSeller } from './seller.ts';
import { visitOf } from './visit.ts';

/** State that all sites of the demo share: the played seller, and the records of the marketplace. */
export interface Tour {
  addresses: Addresses;
  market: Market;
  seller(request: Request, parameter?: string): Promise<Seller>;
  cookie: PlayedSeller['cookie'];
  record(packet: PagePacket, seller: Seller): Promise<Html>;
  /** Returns the address at which the marketplace shows the packets of a seller. */
  packetsUrl(seller: Seller): string;
}

/** Creates the shared state of the sites. @param market the marketplace that the sites belong to */
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
 * Opens the survey of a packet as a seller. With `way`, breaks the network first. A seller answers each survey once, so a new seller is added if this one
 * has answered it.
 *
 * @returns the address of the survey, and the seller who opens it
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

/** Path at which {@link marketHandler} serves records. */
const RECORD_PATH = '/demo/record/';

/** Returns the address of a record. It is on the marketplace, the only other origin that pages of the demo may call. */
export const recordUrl = ({ addresses }: Tour, { packetId }: PagePacket, seller: Seller): string =>
  `${addresses.service}${RECORD_PATH}${encodeURIComponent(seller.id)}/${packetId}`;

/** Creates the handler of the marketplace, with the records that pages of the demo read. */
export function marketHandler(tour: Tour, packets: readonly PagePacket[]): Handler {
  const { market, addresses } = tour;
  const origins = new Set(Object.values(addresses) as string[]);
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(RECORD_PATH)) return market.fetch(request);
    const [sellerId = '', packetId] = pathname.slice(RECORD_PATH.length).split('/');
    const packet = packets.find((one) => one.packetId === packetId);
    const { sellers } = await market.state();
    const seller = sellers.find(({ id }) => encodeURIComponent(id) === sellerId);
    if (!packet || !seller) return new Response('There is no such record.', { status: 404 });
    const origin = request.headers.get('origin') ?? '';
    return new Response(`<div id="record">${String(await tour.record(packet, seller))}</div>`, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'",
        vary: 'origin',
        // Chromium repeats a request if a reused connection breaks, which would hide the failure.
        connection: 'close',
        ...(origins.has(origin) && { 'access-control-allow-origin': origin }),
      },
    });
  };
}

/** Returns whether a page of this host posted a form. Other pages must not break the network or switch the seller. */
export function isOwnForm({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  return site === null ? headers.get('origin') === new URL(url).origin : site === 'same-origin';
}
