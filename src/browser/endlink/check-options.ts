import { isOutcome } from '../../protocol/endlink.ts';
import { isLikelyServiceUrl } from '../../protocol/service-url.ts';
import { findAll, ownGlobal, readyState } from '../unclobbered.ts';
import { explainConflicts } from './conflicts.ts';
import { codesOf, entriesOf, isDryRun, isOwnOrigin, readSetting, settingText } from './options.ts';
import { explain } from './parts.ts';
import type { EndlinkEngine } from './parts.ts';

/** Says at landing what would otherwise be found out at the end of the survey. */
export function checkOptions(engine: EndlinkEngine): void {
  const { options } = engine;
  if (findAll(document, 'script[src*="vaultlink.js"]').length > 1)
    explain(engine, { kind: 'loaded twice' });
  for (const script of findAll(document, 'script[data-base-url]'))
    explainConflicts(engine, (script as HTMLScriptElement).dataset);
  const pageOptions = ownGlobal('vaultlinkConfig') ?? {};
  explainConflicts(engine, pageOptions);
  for (const name of Object.keys(pageOptions)) {
    const value = readSetting(pageOptions, name);
    if (value && !settingText(value)) explain(engine, { kind: 'unreadable', name });
  }
  const isTestWithoutValue = findAll(document, 'script[data-test=""]').length > 0;
  if (isTestWithoutValue || (options.test && !isDryRun(options)))
    explain(engine, { kind: 'test', value: options.test ?? '' });
  for (const pair of codesOf(options))
    if (pair.length !== 2 || !isOutcome(pair[1]))
      explain(engine, { kind: 'outcome map', value: pair.join(':') });
  for (const entry of entriesOf(options.carry))
    if (!isHost(entry)) explain(engine, { kind: 'carry', value: entry });
  // Options may still come from a bundle or an element.
  const checkBaseUrl = () => {
    const { baseUrl = '', via } = options;
    const isUsable = isLikelyServiceUrl(baseUrl) && (via === 'redirect' || !isOwnOrigin(baseUrl));
    if (via !== 'relay' && !isDryRun(options) && !isUsable)
      explain(engine, { kind: 'base URL', value: baseUrl });
  };
  if (options.baseUrl || readyState() === 'complete') checkBaseUrl();
  else addEventListener('load', () => setTimeout(checkBaseUrl));
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
