import type { Addresses } from '../addresses.ts';
import type { DemoPacketId } from '../packets.ts';
import { INSIDE_PATH, insidePage } from '../site/inside.ts';
import type { Site, PagePacket } from '../site/page.ts';
import { conditionData, conditionPages } from './conditions.ts';
import { guidePage } from './guide.ts';
import { surveyPages } from './survey.ts';
import { variantPages } from './variants.ts';

/** Surveys that report `complete` by fetch from a page of the buyer (`true`), so that the tour can break the network for them. */
const CAN_BREAK: Readonly<Record<DemoPacketId, boolean>> = {
  survey: true,
  travel: true,
  tasting: false,
  parcel: false,
  cooking: false,
  breakfast: true,
  reading: true,
  garden: true,
  music: true,
  sleep: true,
};

/** Packets whose surveys are on the buyer's site. */
export const BUYER_PACKETS: readonly PagePacket[] = Object.entries(CAN_BREAK).map(
  ([packetId, canBreak]) => ({ packetId, canBreak }),
);

/** Creates the site of the buyer. */
export function buyerSite(addresses: Addresses): Site {
  return {
    name: 'Larkfield Research',
    about: 'Larkfield Research is a made-up company that buys answers.',
    theme: 'larkfield',
    tag: {},
    serviceOrigin: addresses.service,
    formOrigins: [addresses.partner],
    pages: new Map([
      ['/', guidePage(addresses)],
      [INSIDE_PATH, insidePage],
      ...surveyPages(),
      ...variantPages(addresses),
      ...conditionPages(),
    ]),
    packetAt: (path) => BUYER_PACKETS.find(({ packetId }) => packetId === path.split('/')[1]),
    data: new Map(conditionData),
  };
}
