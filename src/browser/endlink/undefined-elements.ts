import { pageParsed } from '../elements/parser-wait.ts';
import { whenRendered } from '../elements/rendered.ts';
import { findAll } from '../unclobbered.ts';
import type { EndlinkEngine, Parts } from './parts.ts';
import { forEachTree } from './trees.ts';
import { mayReportUndefined, outcomeOfUndefined, UNDEFINED_FINISH } from './undefined-finish.ts';

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
    const token = engine.token();
    const outcome = outcomeOfUndefined(engine, element);
    const question = `${outcome} ${token}`;
    if (!outcome || token === reportedToken || asked.get(element) === question) return;
    asked.set(element, question);
    if (!mayReportUndefined(engine, element)) return;
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
