/**
 * The settings of the script tag, for the tag that reads them and the check that looks for misspelled ones.
 *
 * @module
 */

/** Names of the settings, as `window.vaultlinkConfig` and the tag's `dataset` have them. */
export const TAG_SETTINGS = [
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
] as const;

/** Values of `via`, the way by which a report reaches the service. */
export const VIAS = ['fetch', 'redirect', 'relay'] as const;
