import { isOutcome } from '../../protocol/endlink.ts';
import { isPageParsed, pageParsed } from '../elements/parser-wait.ts';
import { isRendered } from '../elements/rendered.ts';
import { findAll, isDocumentHidden } from '../unclobbered.ts';
import { EndlinkEvent } from './events.ts';
import type { EndlinkEngine, Parts } from './parts.ts';
import { forEachTree } from './trees.ts';

/** Elements that would report by themselves if their code was here. */
export const UNDEFINED_FINISH =
  'endlink-finish[outcome]:not(:defined,[manual],[preview],[test],[via])';

/** Milliseconds until the elements are looked at again: one may be shown, or get its outcome, later. */
const POLL_MS = 100;

/**
 * Returns a function that reports in the place of elements whose code cannot be downloaded: the seller, and the network, may be gone before it is
 * here. As an element does, it takes the four outcomes alone, waits until the element is rendered on a parsed page that somebody sees, and asks by
 * `endlink-reporting` first.
 */
export function reporterForUndefinedElements(
  engine: EndlinkEngine,
  report: Parts['token']['report'],
): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  /** The elements of the document and of the open shadow roots. `undefined`: no search has begun. */
  let found: Set<Element> | undefined;
  /** The outcome and the token that an element was asked for. */
  const asked = new WeakMap<Element, string>();

  const reportShown = () => {
    const elements = [...(found ?? [])].filter(
      (element) => element.isConnected && element.matches(UNDEFINED_FINISH),
    );
    const state = engine.state();
    if (!elements.length || (state.state !== 'waiting' && state.state !== 'expired')) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    if (isDocumentHidden() || !isPageParsed() || engine.isEntryUnknown) return;
    for (const element of elements) {
      const outcome = element.getAttribute('outcome');
      const question = `${outcome} ${engine.token()}`;
      if (!isOutcome(outcome) || asked.get(element) === question || !isRendered(element)) continue;
      asked.set(element, question);
      if (!element.dispatchEvent(new EndlinkEvent('endlink-reporting', state))) continue;
      void report(outcome);
      return;
    }
  };

  return () => {
    if (timer) return;
    if (!found) {
      const elements = (found = new Set());
      forEachTree((tree) => {
        for (const element of findAll(tree, 'endlink-finish')) elements.add(element);
      });
    }
    void pageParsed();
    timer = setInterval(reportShown, POLL_MS);
    reportShown();
  };
}
