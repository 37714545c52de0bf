import { pageParsed } from '../elements/parser-wait.ts';
import { whenRendered } from '../elements/rendered.ts';
import { TokenOwnership } from '../elements/token-ownership.ts';
import { findAll } from '../unclobbered.ts';
import type { EndlinkEngine, Parts } from './parts.ts';
import { forEachTree } from './trees.ts';
import type { Tree } from './trees.ts';
import { mayReportUndefined, outcomeOfUndefined, UNDEFINED_FINISH } from './undefined-finish.ts';

/** Reports in the place of elements whose code cannot be downloaded. */
export interface UndefinedElementsReporter {
  /** Notes for which token the elements of a tree are there, before it is known whether their code comes. */
  note: (tree: Tree) => void;
  /** Reports in their place, from now on. */
  start: () => void;
}

/**
 * Creates what reports in the place of elements whose code cannot be downloaded: the seller, and the network, may be gone before it is here. As an
 * element does, it takes the four outcomes alone, waits until the element is rendered on a parsed page that somebody sees, asks by
 * `endlink-reporting` first, and reports only the token that the element is there for.
 */
export function reporterForUndefinedElements(
  engine: EndlinkEngine,
  report: Parts['token']['report'],
): UndefinedElementsReporter {
  let isStarted = false;
  /** The token that an outcome was reported for. */
  let reportedToken: string | undefined;
  /** The outcome and the token that an element was asked for. */
  const asked = new WeakMap<Element, string>();
  /** The elements of the document and of the open shadow roots, and for which token each reports. */
  const ownerships = new Map<Element, TokenOwnership>();
  /** Functions that stop waiting until an element is rendered. */
  const stops = new WeakMap<Element, () => void>();

  const note = (tree: Tree) => {
    for (const element of findAll(tree, 'endlink-finish'))
      if (!ownerships.has(element)) claim(element);
  };

  const claim = (element: Element) => {
    const ownership =
      ownerships.get(element) ?? new TokenOwnership(element, engine, () => ask(element));
    ownerships.set(element, ownership);
    ownership.claim();
  };

  const ask = (element: Element) => {
    const token = engine.token();
    const outcome = outcomeOfUndefined(engine, element);
    const question = `${outcome} ${token}`;
    if (!outcome || token === reportedToken || asked.get(element) === question) return;
    if (!ownerships.get(element)?.isOfTab) return;
    asked.set(element, question);
    if (!mayReportUndefined(engine, element)) return;
    reportedToken = token;
    void report(outcome);
  };

  const follow = (element: Element) => {
    const ownership = ownerships.get(element);
    stops.get(element)?.();
    stops.delete(element);
    if (!element.isConnected) {
      ownership?.release();
      ownerships.delete(element);
    } else if (element.matches(UNDEFINED_FINISH)) {
      ownership?.follow();
      const stop = whenRendered(element, () => ask(element));
      stops.set(element, stop);
    }
  };

  const watch = () => {
    const followAll = () => [...ownerships.keys()].forEach(follow);
    forEachTree(
      (tree, attributeName) => {
        // An element that is added now, or is given an outcome, is there for the token of now.
        for (const element of findAll(tree, 'endlink-finish')) {
          if (attributeName === 'outcome' || !ownerships.has(element)) claim(element);
          follow(element);
        }
      },
      ['outcome', 'manual', 'test', 'via'],
      // One that has gone may be added again later. One that is only moved stays that of its token.
      followAll,
    );
    // Another token may have landed.
    engine.subscribe(followAll);
  };

  return {
    note,
    start() {
      if (isStarted) return;
      isStarted = true;
      void Promise.all([engine.seen, pageParsed()]).then(watch);
    },
  };
}
