/**
 * Requests the outcome from the company's server, and sets it on the element when the response arrives. Runs in the page.
 *
 * The server sends the source of this function, so it must use nothing from outside itself.
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
