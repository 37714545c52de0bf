import type { Addresses } from './addresses.ts';

/** A packet of the demo. */
export interface DemoPacket {
  id: DemoPacketId;
  name: string;
  reward: number;
  endlink_url: string;
  /** Feature that its survey shows, for the page that explains the demo. */
  shows: string;
}

/** Id of a packet: the first segment of the path at which its survey starts. */
export type DemoPacketId =
  | 'survey'
  | 'travel'
  | 'tasting'
  | 'parcel'
  | 'cooking'
  | 'breakfast'
  | 'reading'
  | 'garden'
  | 'music'
  | 'sleep';

/** Returns the packets of the marketplace, in the order of its list. */
export function demoPackets({ buyer }: Pick<Addresses, 'buyer'>): DemoPacket[] {
  return [
    {
      id: 'survey',
      name: 'Coffee and tea, at home and at work',
      reward: 2.5,
      endlink_url: `${buyer}/survey`,
      shows:
        'A survey of four pages. The answers decide how it ends: complete, screened out, or failed at the question that checks attention.',
    },
    {
      id: 'travel',
      name: 'How you get to work',
      reward: 1.8,
      endlink_url: `${buyer}/travel?custom1={{endlink_token}}&rid={{seller_id}}`,
      shows:
        'The buyer’s own names for the parameters of the address. It ends with a button that the seller presses.',
    },
    {
      id: 'tasting',
      name: 'A tasting with our partner',
      reward: 3.2,
      endlink_url: `${buyer}/tasting`,
      shows:
        'The token is carried to another origin, through a link or a form, and reported from there.',
    },
    {
      id: 'parcel',
      name: 'Parcels at your door',
      reward: 1.2,
      endlink_url: `${buyer}/parcel`,
      shows: 'The outcome is reported by sending the seller back to the marketplace.',
    },
    {
      id: 'cooking',
      name: 'Cooking on Sundays',
      reward: 2,
      endlink_url: `${buyer}/cooking`,
      shows: 'The buyer has enough answers: the quota is full as soon as the seller lands.',
    },
    {
      id: 'breakfast',
      name: 'Your breakfast today',
      reward: 1.5,
      endlink_url: `${buyer}/breakfast`,
      shows:
        'A survey on a single page. The element is in the hidden last step, and reports when that step is shown.',
    },
    {
      id: 'reading',
      name: 'What you read',
      reward: 1.6,
      endlink_url: `${buyer}/reading`,
      shows: 'The survey opens in a new tab, and the token goes along.',
    },
    {
      id: 'garden',
      name: 'Plants at home',
      reward: 1.4,
      endlink_url: `${buyer}/garden`,
      shows:
        'A tag manager adds the script tag late and strips its attributes. The page has the options in an object instead.',
    },
    {
      id: 'music',
      name: 'Music in your day',
      reward: 1.7,
      endlink_url: `${buyer}/music`,
      shows: 'The buyer’s server checks the answers, so the outcome arrives after the last page.',
    },
    {
      id: 'sleep',
      name: 'How you slept',
      reward: 1.3,
      endlink_url: `${buyer}/sleep`,
      shows:
        'The pages may not store anything. The token survives a reload, a link and a form all the same.',
    },
  ];
}
