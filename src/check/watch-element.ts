/** The name of the function with which a page tells whether it shows the element that has reported or, with `true`, one with any outcome. */
export const ELEMENT_FUNCTION = 'vaultlinkCheckElement';

/**
 * Notes which `<endlink-finish>` reports. Runs in each page before its scripts. Its source text is sent to the browser, so it must use nothing from
 * outside itself.
 *
 * @param options the name of the global function, which returns whether that element, or another one with an outcome, is rendered. `undefined`: none has
 *   reported. Called with `true`, it returns whether one with an outcome is rendered
 */
export function watchElement({ name }: { name: string }): void {
  const { Element } = window;
  let reporter: Element | undefined;
  // An element announces its report, and a script or the tag itself does not.
  window.addEventListener('endlink-reporting', (event) => {
    const [target] = event.composedPath();
    if (target instanceof Element) reporter ??= target;
  });
  const isRendered = (element: Element) => {
    // Such an element has no box of its own, so its parent tells.
    let box: Element | null = element;
    while (box && getComputedStyle(box).display === 'contents') box = box.parentElement;
    const isHidden = element.closest('[inert], [aria-hidden=true]') !== null;
    const styles = { visibilityProperty: true, checkVisibilityCSS: true };
    return element.isConnected && !isHidden && (!box || box.checkVisibility(styles));
  };
  /** Returns the elements with an outcome, in open shadow roots too. */
  const findAll = (tree: ParentNode): Element[] => [
    ...tree.querySelectorAll('endlink-finish[outcome]'),
    ...[...tree.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      shadowRoot ? findAll(shadowRoot) : [],
    ),
  ];
  const isShown = (isAnyMeant = false) => {
    if (isAnyMeant) return findAll(document).some(isRendered);
    return reporter && [reporter, ...findAll(document)].some(isRendered);
  };
  Object.defineProperty(window, name, { value: isShown });
}
