import type { Choice } from './choice.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns the field of a form with a name. */
export function fieldOf(form: HTMLFormElement, name: string): Field | undefined {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLElement ? (field as Field) : undefined;
}

/** Fills a form with a choice. Fields that the form does not have are left out. */
export function fillForm(form: HTMLFormElement, choice: Choice): void {
  for (const [name, value] of Object.entries(choice)) {
    const field = fieldOf(form, name);
    if (!field || !value) continue;
    field.value = value;
    // An option that does not exist leaves the list empty.
    if (field instanceof HTMLSelectElement && !field.value) field.selectedIndex = 0;
  }
}

/** Reads the choice from a form. */
export function readForm(form: HTMLFormElement): Choice {
  const textOf = (name: string) => fieldOf(form, name)?.value.trim() ?? '';
  return {
    tool: textOf('tool'),
    serviceUrl: textOf('serviceUrl'),
    surveyUrl: textOf('surveyUrl'),
    tokenParam: textOf('tokenParam'),
    scriptUrl: textOf('scriptUrl'),
    pageUrl: textOf('pageUrl'),
  };
}

/** Shows a mistake beside its field, or takes the last one away. */
export function showMistake(form: HTMLFormElement, name: string, sentence: string): void {
  const field = fieldOf(form, name);
  const place = form.querySelector(`[data-mistake="${name}"]`);
  if (!field || !place) return;
  place.textContent = sentence;
  if (sentence) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
}
