import { SITES, SITES_FOR_THE_COMMAND } from '../sites.ts';
import { ADDRESS_MISTAKES } from './address-mistakes.ts';
import { HTML_MISTAKES } from './html-mistakes.ts';
import { SERVER_MISTAKES } from './server-mistakes.ts';
import { SETTING_MISTAKES } from './setting-mistakes.ts';
import type { Mistake } from '../site-parts.ts';
import { TAG_MISTAKES } from './tag-mistakes.ts';
import { WAY_MISTAKES } from './way-mistakes.ts';

/** Sites with one mistake each, of every kind. */
export const MISTAKES: readonly Mistake[] = [
  ...[...SITES, ...SITES_FOR_THE_COMMAND].flatMap((site) =>
    site.causeId === undefined ? [] : [{ ...site, causeId: site.causeId }],
  ),
  ...TAG_MISTAKES,
  ...SETTING_MISTAKES,
  ...ADDRESS_MISTAKES,
  ...HTML_MISTAKES,
  ...WAY_MISTAKES,
  ...SERVER_MISTAKES,
];
