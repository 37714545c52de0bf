import { likelyName } from '../options/likely-name.ts';
import type { SeenPage } from './observations.ts';

/** The settings of the script tag, as `dataset` names them. The check must not import what runs in pages, so a test compares the two lists. */
export const SETTING_NAMES: readonly string[] = [
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
];

const attributeOf = (name: string) =>
  `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Returns a misspelled setting of a page's tag, and the one that is meant, as attributes. Other tools have attributes of their own there. */
export function misspelledSetting({
  settingNames = [],
}: SeenPage): { wrong: string; right: string } | undefined {
  for (const name of settingNames.filter((one) => !SETTING_NAMES.includes(one))) {
    const likely = likelyName(name, SETTING_NAMES);
    if (likely !== undefined) return { wrong: attributeOf(name), right: attributeOf(likely) };
  }
  return undefined;
}
