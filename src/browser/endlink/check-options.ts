import { isOutcome } from '../../protocol/endlink.ts';
import { isLikelyServiceUrl } from '../../protocol/service-url.ts';
import { findAll, readyState, settingsOfPage } from '../unclobbered.ts';
import { explainConflicts } from './conflicts.ts';
import {
  codesOf,
  entriesOf,
  isDryRun,
  isOwnOrigin,
  OPTION_NAMES,
  readSetting,
  settingText,
} from './options.ts';
import type { TagOptions } from './options.ts';
import { ELEMENT_SELECTOR, explain } from './parts.ts';
import type { EndlinkEngine } from './parts.ts';

/** Says at landing what would otherwise be found out at the end of the survey. */
export function checkOptions(engine: EndlinkEngine): void {
  const { options } = engine;
  if (findAll(document, 'script[src*="vaultlink.js"]').length > 1) explain(engine, 'tag-twice');
  for (const script of findAll(document, 'script[data-base-url]'))
    explainConflicts(engine, (script as HTMLScriptElement).dataset);
  const pageOptions: TagOptions = settingsOfPage() ?? {};
  explainConflicts(engine, pageOptions);
  explainUnknownNames(engine, pageOptions);
  for (const name of Object.keys(pageOptions)) {
    const value = readSetting(pageOptions, name);
    if (value && !settingText(value)) explain(engine, 'setting-unreadable', { name });
  }
  const isTestWithoutValue = findAll(document, 'script[data-test=""]').length > 0;
  if (isTestWithoutValue || (options.test && !isDryRun(options)))
    explain(engine, 'test-value', { value: options.test ?? '' });
  for (const pair of codesOf(options))
    if (pair.length !== 2 || !isOutcome(pair[1]))
      explain(engine, 'outcome-map', { value: pair.join(':') });
  for (const entry of entriesOf(options.carry))
    if (!isHost(entry)) explain(engine, 'carry-no-host', { value: entry });
  // Options may still come from a bundle or an element.
  const checkBaseUrl = () => {
    const { baseUrl = '', via } = options;
    const isUsable = isLikelyServiceUrl(baseUrl) && (via === 'redirect' || !isOwnOrigin(baseUrl));
    if (via !== 'relay' && !isDryRun(options) && !isUsable)
      explain(engine, 'base-url', { value: baseUrl });
  };
  if (options.baseUrl || readyState() === 'complete') checkBaseUrl();
  else addEventListener('load', () => setTimeout(checkBaseUrl));
  // Elements that are added after that are named as they come.
  addEventListener('load', () => explainUnknownElements(engine, document));
}

/** Names the settings that do not exist. */
function explainUnknownNames(engine: EndlinkEngine, pageOptions: TagOptions): void {
  const isUnknown = (name: string) => !OPTION_NAMES.includes(name);
  for (const script of findAll(document, 'script[src*=vaultlink],script[data-base-url]'))
    for (const name of Object.keys((script as HTMLScriptElement).dataset).filter(isUnknown))
      explain(engine, 'setting-unknown', { name });
  if (Object.prototype.toString.call(pageOptions) !== '[object Object]')
    explain(engine, 'settings-not-plain');
  else
    for (const name of Object.keys(pageOptions).filter(isUnknown))
      explain(engine, 'setting-unknown', { name, place: 'page' });
}

/** Names the elements of a tree whose names resemble those of this product. A framework may define its own until the page has loaded. */
export function explainUnknownElements(engine: EndlinkEngine, tree: ParentNode): void {
  if (readyState() !== 'complete') return;
  for (const { localName } of findAll(tree, ':not(:defined)'))
    if (ELEMENT_NAMES.some((name) => mayBeMeant(localName, name)))
      explain(engine, 'element-unknown', { name: localName });
}

const ELEMENT_NAMES = ELEMENT_SELECTOR.split(',');

/** Returns whether a name may be a misspelled one. Diagnostics compares all letters, and is downloaded for nothing else. */
function mayBeMeant(wrong: string, name: string): boolean {
  const [first, rest = ''] = wrong.split('-');
  const [wanted, wantedRest = ''] = name.split('-');
  const isNear = first === wanted && Math.abs(rest.length - wantedRest.length) < 3;
  return (
    isNear &&
    wrong !== name &&
    (rest.startsWith(wantedRest.charAt(0)) || rest.at(-1) === wantedRest.at(-1))
  );
}

/** Returns whether an entry of `data-carry` is a host alone. A browser accepts `*` in a host name as an ordinary character, not as a wildcard. */
function isHost(entry: string): boolean {
  try {
    const { host, href } = new URL(`https://${entry}`);
    return href === `https://${host}/` && !entry.includes('*');
  } catch {
    return false;
  }
}
