/**
 * Shows one step of a survey at a time on one page. A step stays hidden until the step before it is answered. Runs in the page.
 *
 * The server sends the source of this function, so it must use nothing from outside itself.
 */
export function wizard(): void {
  const steps = [...document.querySelectorAll<HTMLElement>('[data-step]')];

  const show = (current: number) => {
    for (const [index, step] of steps.entries()) step.hidden = index !== current;
    const progress = document.querySelector('progress');
    if (progress) progress.value = current + 1;
    const label = document.querySelector('label[for=progress]');
    if (label) label.textContent = `Step ${current + 1} of ${steps.length}`;
    // Move the focus, so that a screen reader continues at the new step.
    if (current > 0) steps[current]?.querySelector<HTMLElement>('legend, h2')?.focus();
  };

  for (const [index, step] of steps.entries()) {
    // -1: a script can focus it, but the Tab key skips it.
    step.querySelector('legend, h2')?.setAttribute('tabindex', '-1');
    step.addEventListener('submit', (event) => {
      event.preventDefault();
      show(index + 1);
    });
    step.querySelector('[data-back]')?.addEventListener('click', () => show(index - 1));
  }
  show(0);
}
