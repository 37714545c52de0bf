import { isOutcome } from '../../protocol/endlink.ts';
import { pageParsed } from '../elements/parser-wait.ts';
import { whenRendered } from '../elements/rendered.ts';
import { findAll } from '../unclobbered.ts';
import { EndlinkEvent } from './endlink-events.ts';
import type { EndlinkEngine, Parts } from './parts.ts';
import { forEachTree } from './trees.ts';

/** Elements that would report by themselves if their code was here. */
export const UNDEFINED_FINISH =
  'endlink-finish[outcome]:not(:defined,[manual],[preview],[test],[via])';

/**
 * Returns a function that reports in the place of elements whose code cannot be downloaded: the seller, and the network, may be gone before it is
 * here. As an element does, it takes the four outcomes alone, waits until the element is rendered on a parsed page that somebody sees, and asks by
 * `endlink-reporting` first.
 */
export function reporterForUndefinedElements(
  engine: EndlinkEngine,
  report: Parts['token']['report'],
): () => void {
  let isStarted = false;
  /** The token that an outcome was reported for. */
  let reportedToken: string | undefined;
  /** The outcome and the token that an element was asked for. */
  const asked = new WeakMap<Element, string>();
  /** The elements of the document and of the open shadow roots, and how to stop waiting until each is rendered. */
  const stops = new Map<Element, (() => void) | undefined>();

  const ask = (element: Element) => {
    const state = engine.state();
    const token = engine.token();
    const outcome = element.getAttribute('outcome');
    const question = `${outcome} ${token}`;
    const isOpen = state.state === 'waiting' || state.state === 'expired';
    if (!isOpen || token === reportedToken || engine.page.isEntryUnknown) return;
    if (!element.matches(UNDEFINED_FINISH) || !isOutcome(outcome)) return;
    if (asked.get(element) === question) return;
    asked.set(element, question);
    if (!element.dispatchEvent(new EndlinkEvent('endlink-reporting', state))) return;
    reportedToken = token;
    void report(outcome);
  };

  const follow = (element: Element) => {
    stops.get(element)?.();
    if (element.isConnected) stops.set(element, undefined);
    else stops.delete(element);
    if (!element.isConnected || !element.matches(UNDEFINED_FINISH)) return;
    const stop = whenRendered(element, () => ask(element));
    stops.set(element, stop);
  };

  const start = () => {
    forEachTree(
      (tree) => {
        for (const element of findAll(tree, 'endlink-finish')) follow(element);
      },
      ['outcome', 'manual', 'test', 'via'],
    );
    // Another token may have landed.
    engine.subscribe(() => [...stops.keys()].forEach(follow));
  };

  return () => {
    if (isStarted) return;
    isStarted = true;
    void Promise.all([engine.seen, pageParsed()]).then(start);
  };
}
