import type { Answers } from '../../protocol/push.ts';

/**
 * The answers in a form, by the names of its controls. Empty text is an answer. No choice is none: unchecked boxes, radio buttons of which none
 * is checked, and a select whose value is empty give `null`, as does a file input without a file. Several choices of one name are joined by
 * `", "`, since an answer is text. Disabled controls and buttons are left out, as a browser does.
 *
 * A file stays a file, which a push refuses.
 *
 * @see interface §2.4
 */
export function answersOf(form: HTMLFormElement): Answers {
  const answers = new Map<string, unknown>();
  const data = new FormData(form);
  for (const control of form.elements) {
    const name = control.getAttribute('name');
    if (!name || answers.has(name) || control.matches(NO_QUESTION)) continue;
    const isChoice = control.matches('select');
    const given = data.getAll(name).filter((value) => !isNothing(value, isChoice));
    const file = given.find((value) => typeof value !== 'string');
    answers.set(name, file ?? (given.length ? (given as string[]).join(', ') : null));
  }
  return Object.fromEntries(answers) as Answers;
}

/** Controls that ask nothing. */
const NO_QUESTION =
  ':disabled,button,fieldset,output,object,[type=submit],[type=button],[type=reset],[type=image]';

const isNothing = (value: FormDataEntryValue, isChoice: boolean) =>
  typeof value === 'string' ? isChoice && !value : !value.name;
