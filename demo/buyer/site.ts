import type { Addresses } from '../addresses.ts';
import { INSIDE_PATH, insidePage } from '../site/inside.ts';
import type { Site } from '../site/page.ts';
import { conditionData, conditionPages } from './conditions.ts';
import { guidePage } from './guide.ts';
import { surveyPages } from './survey.ts';
import { variantPages } from './variants.ts';

/** A company that buys answers. */
export function buyerSite(addresses: Addresses): Site {
  return {
    name: 'Larkfield Research',
    theme: 'larkfield',
    tag: {},
    serviceOrigin: addresses.service,
    formOrigins: [addresses.partner],
    pages: new Map([
      ['/', guidePage(addresses)],
      [INSIDE_PATH, insidePage],
      ...surveyPages(addresses.service),
      ...variantPages(addresses),
      ...conditionPages(addresses.service),
    ]),
    data: new Map(conditionData),
  };
}
