/** Reads the elements of a page. */
export interface Elements {
  /** Returns the outcomes of the elements that have a box, and `''` for one without an outcome. */
  shownOutcomes(): string[];
  /** Returns the name of an element that stands for an `<endlink-finish>`, and that no browser and no code knows. */
  findWrong(): string | undefined;
  /** Returns whether an `<endlink-finish>` was made and never put into the page, which has no other one. */
  hasLoose(): boolean;
  /** Returns whether a page has an `<endlink-finish>`. */
  hasAny(): boolean;
  /** Returns whether each shown `<endlink-finish>` waits for its button. */
  isManual(): boolean;
}

/**
 * Returns functions that read the elements of a page. Runs in each page before its scripts. Its source text is sent to the browser, so it must use
 * nothing from outside itself.
 */
export function inspectElements(): Elements {
  // Scripts of the page may give these names to something of their own.
  const { HTMLUnknownElement, Set } = window;
  /** Elements that scripts of the page have made, and that were not in it so far. */
  const loose = new Set<Element>();
  const page = document as unknown as {
    createElement: (name: string, options?: ElementCreationOptions) => Element;
  };
  const create = page.createElement.bind(document);
  page.createElement = (name, options) => {
    const element = create(name, options);
    if (element.localName === 'endlink-finish') loose.add(element);
    return element;
  };
  const all = () => [...document.querySelectorAll('endlink-finish')];
  const shown = () => all().filter((element) => element.getClientRects().length > 0);
  const isUnknown = (element: Element) =>
    element instanceof HTMLUnknownElement || element.matches(':not(:defined)');

  return {
    shownOutcomes: () => shown().map((element) => element.getAttribute('outcome') ?? ''),
    findWrong: () =>
      [...document.querySelectorAll('*')]
        .filter(
          (element) => element.hasAttribute('outcome') || element.localName.startsWith('endlink'),
        )
        .find(isUnknown)?.localName,
    hasLoose() {
      for (const element of loose) if (element.isConnected) loose.delete(element);
      return loose.size > 0 && !all().length;
    },
    hasAny: () => all().length > 0,
    isManual: () => shown().length > 0 && shown().every((one) => one.hasAttribute('manual')),
  };
}
