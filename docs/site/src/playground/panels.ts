/** Makes tabs of buttons with `role=tab` and the panels that they name. @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
export function connectPanels(list: HTMLElement): void {
  const buttons = [...list.querySelectorAll<HTMLButtonElement>('[role=tab]')];

  const select = (selected: HTMLButtonElement) => {
    for (const button of buttons) {
      const isSelected = button === selected;
      button.setAttribute('aria-selected', String(isSelected));
      button.tabIndex = isSelected ? 0 : -1;
      const panel = document.getElementById(button.getAttribute('aria-controls') ?? '');
      if (panel) panel.hidden = !isSelected;
    }
  };

  for (const [index, button] of buttons.entries()) {
    button.addEventListener('click', () => select(button));
    button.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      const next = buttons.at((index + step) % buttons.length);
      if (!step || !next) return;
      select(next);
      next.focus();
    });
  }
}
