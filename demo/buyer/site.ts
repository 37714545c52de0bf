import type { Addresses } from '../addresses.ts';
import type { DemoPacketId } from '../packets.ts';
import { INSIDE_PATH, insidePage } from '../site/inside.ts';
import type { Site, Subject } from '../site/page.ts';
import { conditionData, conditionPages } from './conditions.ts';
import { guidePage } from './guide.ts';
import { surveyPages } from './survey.ts';
import { variantPages } from './variants.ts';

/** Whether a survey reports `complete` by fetch, from a page of the buyer. The others end in a redirect, at the partner, or without it. */
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

/** The packets whose surveys are the buyer's. */
export const BUYER_SUBJECTS: readonly Subject[] = Object.entries(CAN_BREAK).map(
  ([packetId, canBreak]) => ({ packetId, canBreak }),
);

/** A company that buys answers. */
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
    subjectAt: (path) => BUYER_SUBJECTS.find(({ packetId }) => packetId === path.split('/')[1]),
    data: new Map(conditionData),
  };
}
