/**
 * Runs in the page: asks the company's server how the survey ended, and sets the outcome of the element when the answer arrives.
 *
 * Served as its own text, so it uses nothing from outside itself.
 */
export function lateOutcome(): void {
  const setOutcome = async (element: HTMLElement) => {
    const response = await fetch((element.dataset.outcomeFrom ?? '') + location.search);
    const { outcome } = (await response.json()) as { outcome: string };
    element.setAttribute('outcome', outcome);
    for (const place of document.querySelectorAll<HTMLElement>('[data-until-outcome]'))
      place.hidden = true;
  };
  for (const element of document.querySelectorAll<HTMLElement>('[data-outcome-from]'))
    void setOutcome(element);
}
