import { isPlaceholder, readLanding, TOKEN_PARAMETER } from '../../protocol/endlink.ts';
import { withEntry } from './history-entry.ts';
import { isScrubOff, landingNamesOf } from './options.ts';
import { explain } from './parts.ts';
import type { EndlinkEngine } from './parts.ts';
import { takeEarlier } from './record.ts';
import type { StoredRecord } from './record.ts';

/**
 * Minimum length in characters of a token that replaces the tab's token, if the options rename the token parameter. A shorter value under such a name,
 * as in `?id=7`, is most likely a parameter of the page itself.
 */
const MIN_TOKEN_LENGTH = 16;

/**
 * Stores the token of an address of this page in the record, and removes it from the address bar.
 *
 * @see interface §2.5, §4.4 rule 4
 */
export function captureLanding(engine: EndlinkEngine, url: string): void {
  // Most addresses have no query. Return early, because the first regular expression of a page takes time.
  if (!url.includes('?')) return;
  const names = landingNamesOf(engine.options);
  const { rest, ...landing } = readLanding(url, names);
  const { token } = landing;
  if (token == null || token === engine.page.forgottenToken) return;
  const previous = engine.readRecord();
  if (isPlaceholder(token)) {
    engine.page.placeholder = token;
    void engine.load('diagnostics');
  } else if (
    previous &&
    previous.token !== token &&
    names.token !== TOKEN_PARAMETER &&
    token.length < MIN_TOKEN_LENGTH
  ) {
    explain(engine, 'token-short', { name: names.token });
    return;
  } else {
    // Keep the record of the previous token: its report may not be finished. A token that lands again gets its own record back.
    const earlier = takeEarlier(previous, token);
    const waiting = { ...landing, capturedAtMs: Date.now(), state: 'waiting' };
    const record = { ...(earlier ?? waiting), previous } as StoredRecord;
    engine.writeRecord(withEntry(previous?.token === token ? previous : record));
    void engine.load('token');
    engine.page.landed = token;
    engine.page.firstToken ??= token;
  }
  if (isScrubOff(engine.options) || url !== location.href) return;
  try {
    // Keep the state of the page's router, which needs it for the back button: https://github.com/sveltejs/kit/issues/1728
    history.replaceState(history.state, '', rest);
  } catch {
    // Browsers limit how often a page may change its address. The token is already stored.
  }
}
