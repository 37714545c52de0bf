import type { TagOptions } from './options.ts';

/** Names of the options, for `window.vaultlinkConfig` and for the script tag. */
export const OPTION_NAMES: readonly string[] = [
  'baseUrl',
  'tokenParam',
  'sellerParam',
  'interactionParam',
  'scrub',
  'carry',
  'outcome',
  'outcomeParam',
  'outcomeMap',
  'via',
  'relayUrl',
  'test',
  'partsUrl',
  'debug',
] satisfies (keyof TagOptions)[];
