/**
 * The part for a page with frames that wait for their address, and for one with a token: a frame of a host that may have the token receives it.
 *
 * @module
 */
import type { EndlinkEngine, Parts } from './parts.ts';

/** Starts the part. */
export async function start(engine: EndlinkEngine): Promise<Parts['frames']> {
  // A prerendered page has not captured its token yet.
  await engine.ready;
  const carry = () => carryIntoFrames(engine);
  new MutationObserver(carry).observe(document, { childList: true, subtree: true });
  engine.subscribe(carry);
  return {};
}

/** The frames that were sent on, so that none is loaded another time. */
const carriedFrames = new WeakSet<HTMLIFrameElement>();

/**
 * Loads the frames whose address stands in `data-vaultlink-src`, once, with the token where their host may have it. A frame with a plain `src`
 * has begun to load: it is sent on to its carried URL.
 *
 * By `location.replace`, so that neither an attribute nor a history entry holds the token.
 */
function carryIntoFrames({ carriedUrl }: EndlinkEngine): void {
  const frames = document.querySelectorAll<HTMLIFrameElement>(
    // A frame without an address of its own would be sent to that of this page.
    'iframe[data-vaultlink-src],iframe[src]:not([srcdoc],[src=""])',
  );
  for (const frame of frames) {
    if (carriedFrames.has(frame)) continue;
    const { vaultlinkSrc } = frame.dataset;
    const address = carriedUrl(vaultlinkSrc ?? frame.src)?.href ?? webUrl(vaultlinkSrc);
    if (!address) continue;
    carriedFrames.add(frame);
    frame.contentWindow?.location.replace(address);
  }
}

/** The absolute form of an address over http or https. Any other one, such as `javascript:`, could run as code of this page. */
function webUrl(address = 'about:blank'): string | undefined {
  try {
    const { protocol, href } = new URL(address, document.baseURI);
    return ['http:', 'https:'].includes(protocol) ? href : undefined;
  } catch {
    // It is no URL.
    return undefined;
  }
}
