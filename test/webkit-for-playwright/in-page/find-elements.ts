// `findElements` is sent to the page as its own source text, so it uses nothing outside itself but types.

/** A step of a search for elements. Each step searches among the elements that the step before has found. */
export type Step =
  | { by: 'role'; role: string; name?: string | Pattern; level?: number }
  | { by: 'text' | 'label'; text: string; exact?: boolean }
  | { by: 'css'; selector: string }
  | { by: 'filter'; text: string }
  | { by: 'index'; index: number };

/** A regular expression as JSON. */
interface Pattern {
  source: string;
  flags: string;
}

/** What matchers need to know about an element. */
export interface ElementState {
  text: string;
  visible: boolean;
  focused: boolean;
}

/** Returns the elements that the steps find, in shadow roots too, with their states. */
export function findElements(steps: Step[]): { elements: Element[]; states: ElementState[] } {
  const ROLES: Record<string, string> = {
    button: 'button, input[type=submit], [role=button]',
    link: 'a[href], [role=link]',
    heading: 'h1, h2, h3, h4, h5, h6, [role=heading]',
    status: 'output, [role=status]',
    definition: 'dd, [role=definition]',
  };
  const allElements = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) =>
      element.shadowRoot ? [element, ...allElements(element.shadowRoot)] : [element],
    );
  const isVisible = (element: Element): boolean => {
    // A slot has no box of its own, but its content has.
    const content = document.createRange();
    content.selectNodeContents(element);
    const { display, visibility } = getComputedStyle(element);
    const { width, height } = (display === 'contents' ? content : element).getBoundingClientRect();
    return width > 0 && height > 0 && visibility === 'visible';
  };
  const normalize = (text: string | null | undefined) =>
    (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const matchesText = (text: string, expected: string, exact = false) =>
    exact ? text === expected : text.toLowerCase().includes(expected.toLowerCase());
  const nameOf = (element: Element) =>
    normalize(element.getAttribute('aria-label') ?? element.textContent);
  const hasRole = ({ role, name, level }: Extract<Step, { by: 'role' }>, element: Element) =>
    element.matches(ROLES[role] ?? `[role=${role}]`) &&
    // Without text it may have no height, and is in the accessibility tree all the same.
    element.checkVisibility({ visibilityProperty: true }) &&
    (level === undefined || element.matches(`h${level}`)) &&
    (name === undefined ||
      (typeof name === 'string'
        ? matchesText(nameOf(element), name)
        : new RegExp(name.source, name.flags).test(nameOf(element))));
  const hasText = (element: Element, text: string, exact?: boolean) =>
    !element.matches('script, style, head, head *') &&
    matchesText(normalize(element.textContent), text, exact);
  /** Returns whether the last selector matches the element, and the others match ancestors of it, also outside its shadow root. */
  const matchesPath = (element: Element, selectors: string[]): boolean => {
    if (!element.matches(selectors.at(-1) ?? '')) return false;
    const others = selectors.slice(0, -1);
    for (let ancestor: Node | null = element; others.length && ancestor;) {
      ancestor = ancestor instanceof ShadowRoot ? ancestor.host : ancestor.parentNode;
      if (ancestor instanceof Element && matchesPath(ancestor, others)) return true;
    }
    return !others.length;
  };
  const controlsOf = (label: Element): Element[] =>
    label instanceof HTMLLabelElement && label.control ? [label.control] : [];

  let found = allElements(document);
  for (const step of steps) {
    if (step.by === 'role') found = found.filter((element) => hasRole(step, element));
    else if (step.by === 'css')
      found = found.filter((element) => matchesPath(element, step.selector.split(' ')));
    else if (step.by === 'filter') found = found.filter((element) => hasText(element, step.text));
    else if (step.by === 'index') found = found.slice(step.index).slice(0, 1);
    else {
      const { text, exact } = step;
      const candidates = found.filter((element) => hasText(element, text, exact));
      const innermost = candidates.filter(
        (element) => !candidates.some((other) => other.parentElement === element),
      );
      found =
        step.by === 'text'
          ? innermost
          : candidates
              .filter((element) => element.matches('label'))
              .flatMap((label) => controlsOf(label));
    }
  }
  const states = found.map((element) => {
    const { activeElement } = element.getRootNode() as Document;
    return {
      text: element.textContent,
      visible: isVisible(element),
      focused: activeElement === element,
    };
  });
  return { elements: found, states };
}
