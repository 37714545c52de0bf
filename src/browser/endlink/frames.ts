/**
 * The part for a page with frames that wait for their address, and for one with a token: a frame of a host that may have the token receives it.
 *
 * @module
 */
import { findAll, readProperty } from '../unclobbered.ts';
import { webUrl } from '../page-address.ts';
import type { EndlinkEngine, Parts } from './parts.ts';
import { forEachTree } from './trees.ts';

// A frame without an address of its own would be sent to that of this page.
const FRAMES =
  'iframe[data-vaultlink-src]:not([data-vaultlink-src=""]),iframe[src]:not([srcdoc],[src=""])';

/** Starts the part. */
export async function start(engine: EndlinkEngine): Promise<Parts['frames']> {
  // A prerendered page has not captured its token yet.
  await engine.ready;
  const frames = new Set<HTMLIFrameElement>();
  let isNew = false;
  forEachTree(
    (tree, attributeName) => {
      for (const frame of findAll(tree, FRAMES) as HTMLIFrameElement[]) {
        frames.add(frame);
        // The browser loads it anew, whatever it had before.
        if (attributeName === 'src') sentFrames.delete(frame);
        carryIntoFrame(engine, frame, isNew);
      }
    },
    ['src', 'data-vaultlink-src'],
  );
  isNew = true;
  engine.subscribe(() => {
    for (const frame of frames)
      if (frame.isConnected && frame.matches(FRAMES)) carryIntoFrame(engine, frame, false);
      else frames.delete(frame);
  });
  return {};
}

/** Address that each frame was sent to, so that none is loaded another time. A frame that is moved gets another window, and begins anew. */
const sentFrames = new WeakMap<HTMLIFrameElement, { address: string; view: Window | null }>();

/**
 * Loads a frame whose address stands in `data-vaultlink-src`, once, with the token where its host may have it. A frame with a plain `src` has
 * begun to load: it is sent on to its carried URL, unless the seller may have used it.
 *
 * By `location.replace`, so that neither an attribute nor a history entry holds the token.
 */
function carryIntoFrame(
  { carriedUrl }: EndlinkEngine,
  frame: HTMLIFrameElement,
  isNew: boolean,
): void {
  const { contentWindow: view, src } = frame;
  const { vaultlinkSrc } = frame.dataset;
  const address = carriedUrl(vaultlinkSrc || src)?.href ?? webUrl(vaultlinkSrc || 'about:blank');
  const sent = sentFrames.get(frame);
  if (!view || !address || (sent?.address === address && sent.view === view)) return;
  if (!isNew && isInUse(frame)) return;
  sentFrames.set(frame, { address, view });
  view.location.replace(address);
}

/** Returns whether the seller may have done something in a frame, which would be lost. */
function isInUse(frame: HTMLIFrameElement): boolean {
  const isEmpty = frame.contentDocument?.URL === 'about:blank';
  // It has the focus since it was pressed, or lost it when this page was.
  return (
    !isEmpty && (readProperty(Document, document, 'activeElement') === frame || isPagePressed())
  );
}

/** Returns whether the seller has pressed something on this page. */
function isPagePressed(): boolean {
  // Safari has counts since version 26.2. Firefox may say of a page that it was active from its beginning.
  const { eventCounts } = Object(performance) as { eventCounts?: EventCounts };
  const { userActivation } = navigator as { userActivation?: UserActivation };
  if (!eventCounts) return userActivation?.hasBeenActive ?? false;
  return ['pointerdown', 'keydown'].some((type) => eventCounts.get(type));
}
