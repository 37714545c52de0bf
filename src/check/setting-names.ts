import { likelyName } from '../options/likely-name.ts';
import { TAG_SETTINGS } from '../protocol/tag-settings.ts';
import type { SeenPage } from './observations.ts';

const SETTING_NAMES: readonly string[] = TAG_SETTINGS;

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
