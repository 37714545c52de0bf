import type { Page } from '@playwright/test';

/**
 * Lists the flaws in the present look of an element of ours: a line that is not announced, text that is cut or out of view, the wrong direction,
 * buttons that are too small or have no border, and movement where the user wants none.
 */
export function flawsOf(page: Page, name: string): Promise<string[]> {
  return page.evaluate(async (name) => {
    const element = document.querySelector<HTMLElement & { updateComplete: unknown }>(name);
    await element?.updateComplete;
    const root = element?.shadowRoot;
    const line = root?.querySelector('[part=status]');
    if (!root || !line) return ['There is no line that tells the state'];
    const flaws: string[] = [];
    const expect = (isSo: boolean, one: Element, flaw: string) => {
      if (!isSo) flaws.push(`${one.outerHTML.replace(/\s+/g, ' ')} ${flaw}`);
    };
    const isForced = matchMedia('(forced-colors: active)').matches;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;

    const isPolite = [null, 'polite'].includes(line.getAttribute('aria-live'));
    expect(line.getAttribute('role') === 'status' && isPolite, line, 'is no polite live region');

    for (const one of root.querySelectorAll('*')) {
      const { left, right } = one.getBoundingClientRect();
      expect(left >= 0 && right <= innerWidth, one, 'is out of view');
      // What stands in a line of text has no box of its own.
      const isBox = one.clientWidth > 0;
      const isCut = one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight;
      expect(!isBox || !isCut, one, 'is cut');
      const isMoved =
        one.getAnimations().length || getComputedStyle(one).transitionDuration !== '0s';
      expect(!isStill || !isMoved, one, 'moves');
    }
    for (const one of root.querySelectorAll('[part=status], .buttons, button')) {
      const { direction } = getComputedStyle(one);
      expect(direction === document.dir, one, `runs ${direction}`);
    }
    for (const one of root.querySelectorAll('[part=spinner]')) {
      const { borderTopWidth, borderTopColor, borderBottomColor } = getComputedStyle(one);
      const isOpen = borderTopWidth === '0px' || borderTopColor !== borderBottomColor;
      expect(isOpen, one, 'is a closed ring, as the sign of what waits');
    }
    for (const one of root.querySelectorAll('button')) {
      const { width, height } = one.getBoundingClientRect();
      // WCAG 2.2, success criterion 2.5.8.
      expect(width >= 24 && height >= 24, one, `has ${width}x${height} pixels`);
      const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } =
        getComputedStyle(one);
      const isSeen = borderTopStyle === 'solid' && parseFloat(borderTopWidth) >= 1;
      expect(isSeen && (!isForced || borderTopColor !== backgroundColor), one, 'has no border');
    }
    return flaws;
  }, name);
}
