/**
 * Runs in the page: shows one step of a survey at a time, all of them on one page. A step is hidden until the one before it has been answered.
 *
 * Served as its own text, so it uses nothing from outside itself.
 */
export function wizard(): void {
  const steps = [...document.querySelectorAll<HTMLElement>('[data-step]')];

  const show = (current: number) => {
    for (const [index, step] of steps.entries()) step.hidden = index !== current;
    const progress = document.querySelector('progress');
    if (progress) progress.value = current + 1;
    const label = document.querySelector('label[for=progress]');
    if (label) label.textContent = `Step ${current + 1} of ${steps.length}`;
    // A screen reader goes on at the new step.
    if (current > 0) steps[current]?.querySelector<HTMLElement>('legend, h2')?.focus();
  };

  for (const [index, step] of steps.entries()) {
    // Only what has the focus by script alone: it is no stop of the Tab key.
    step.querySelector('legend, h2')?.setAttribute('tabindex', '-1');
    step.addEventListener('submit', (event) => {
      event.preventDefault();
      show(index + 1);
    });
    step.querySelector('[data-back]')?.addEventListener('click', () => show(index - 1));
  }
  show(0);
}
