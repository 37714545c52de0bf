/**
 * The part for a tag with `data-debug`: decides whether to show the self-check panel, and only then downloads it. With `data-debug="query"`, sellers
 * download this part alone.
 *
 * @module
 */
import type { EndlinkEngine, Parts } from '../endlink/parts.ts';

/** The parameter that shows the panel with `data-debug="query"`. */
const PARAMETER = 'vaultlink-check';

/** Starts the part. */
export async function start(engine: EndlinkEngine): Promise<Parts['debug']> {
  // A prerendered page has not captured its token yet.
  await engine.ready;
  if (engine.options.debug === 'query' && !isAskedFor()) return {};
  return (await import('./debug-panel.ts')).start(engine);
}

/** Returns whether the address of this page, or of an earlier one of the tab, asks for the panel; or the sandbox's console, by the name of the tab. */
function isAskedFor(): boolean {
  const isInAddress =
    new URLSearchParams(location.search).has(PARAMETER) || window.name.startsWith(PARAMETER);
  try {
    if (isInAddress) sessionStorage.setItem(PARAMETER, 'on');
    return isInAddress || sessionStorage.getItem(PARAMETER) !== null;
  } catch {
    // The storage is blocked: on each page the address has to ask.
    return isInAddress;
  }
}
