/**
 * Reads the answers of a form: what a browser would submit, as one text for each question.
 *
 * Of the form itself nothing is read by its own name: a control that is named `elements` or `addEventListener` takes the place of that property.
 * https://html.spec.whatwg.org/multipage/forms.html#dom-form-nameditem
 *
 * @module
 */
import type { Answers } from '../../protocol/push.ts';

/** Controls that are no question. Disabled controls, and buttons that were not pressed, are left out, as a browser does. */
const NOT_A_QUESTION =
  ':disabled,button,fieldset,output,object,[type=submit],[type=button],[type=reset],[type=image]';

const CHOICES = 'select,[type=checkbox],[type=radio]';

/** Types of the controls that hold text: scripts fill them, unlike choices and numbers, in the place of an editor of their own. */
const TEXT_TYPES = ['hidden', 'text', 'textarea', 'search', 'tel', 'url', 'email', 'password'];

/**
 * Reads a form that is being submitted, before the listeners of the page run, which may empty or reset it. What counts is what a browser would
 * submit then. Listeners may also compute answers, so controls that hold text and that the user cannot see, such as the text area behind an
 * editor, are read once more: as they are after the listeners, or before the first of these resets the form.
 *
 * @param pressed the button that submits the form, whose value is an answer
 * @returns a function to be called after the listeners, which returns the answers
 */
export function readSubmittedForm(
  form: HTMLFormElement,
  pressed: HTMLElement | null,
): () => Answers {
  // An image would send where it was pressed.
  const submitter = pressed?.matches('[type=image]') ? null : pressed;
  const submitted = readAnswers(form, submitter);
  const answeredByUser = questionsOf(form)
    .filter((control) => !isText(control) || isVisible(control))
    .map(nameOf);
  const readComputed = () => {
    const choices = questionsOf(form).filter((control) => !isText(control));
    const left = new Set([
      ...answeredByUser,
      ...choices.map(nameOf),
      submitter && nameOf(submitter),
    ]);
    return Object.entries(readAnswers(form)).filter(([name]) => !left.has(name));
  };
  let reset: Event | undefined;
  let computedBeforeReset: ReturnType<typeof readComputed> = [];
  // The event comes before the controls change.
  const onReset = (event: Event) => {
    if (reset && !reset.defaultPrevented) return;
    reset = event;
    computedBeforeReset = readComputed();
  };
  Node.prototype.addEventListener.call(form, 'reset', onReset, true);
  return () => {
    Node.prototype.removeEventListener.call(form, 'reset', onReset, true);
    const isReset = reset && !reset.defaultPrevented;
    const computed = isReset ? computedBeforeReset : readComputed();
    return Object.fromEntries([...Object.entries(submitted), ...computed]);
  };
}

/**
 * Reads the answers of a form by the names of its questions. Empty text is an answer. A choice that was not made is none: unchecked boxes, radio
 * buttons of which none is checked, a select whose value is empty and a file input without a file give `null`. Entries that listeners of
 * `formdata` and elements of the page add are answers too.
 *
 * A file stays a file, which a push refuses.
 *
 * @see interface §2.4
 */
function readAnswers(form: HTMLFormElement, submitter: HTMLElement | null = null): Answers {
  const data = new FormData(form);
  // Chrome before 112 ignores the submitter as a parameter of `FormData`, and other browsers refuse that of an event that a script made.
  if (submitter && nameOf(submitter))
    data.append(nameOf(submitter), (submitter as HTMLButtonElement).value);
  const controls = questionsOf(form);
  const names = new Set([...controls.map(nameOf), ...data.keys()]);
  const answers = [...names].map((name) => [
    name,
    answerOf(
      data.getAll(name),
      controls.filter((control) => nameOf(control) === name),
    ),
  ]);
  return Object.fromEntries(answers.filter(([, answer]) => answer !== undefined)) as Answers;
}

/**
 * Returns the answer to one question. Several values are joined by `", "`, since an answer is text. Empty text is not joined.
 *
 * @param values what the browser submits for it
 * @param controls the controls of its name
 * @returns `undefined` if a listener of `formdata` has left it out
 */
function answerOf(values: FormDataEntryValue[], controls: Element[]): unknown {
  const file = values.find((value) => typeof value !== 'string');
  if (file) return file.name ? file : null;
  const choices = controls.filter((control) => control.matches(CHOICES));
  if (!values.length) return choices.length || !controls.every(isText) ? null : undefined;
  const texts = (values as string[]).filter(Boolean);
  const chosen = choices.length ? withoutUncheckedValues(texts, controls) : texts;
  const given = chosen.length ? chosen : texts;
  if (given.length) return given.join(', ');
  return !choices.length || choices.some((choice) => choice.matches(':checked')) ? '' : null;
}

/**
 * Leaves out the value of a hidden control beside a checkbox: Rails, Phoenix and ASP.NET send it for the unchecked box, and also beside the value
 * of a checked one. https://api.rubyonrails.org/classes/ActionView/Helpers/FormHelper.html#method-i-check_box
 */
function withoutUncheckedValues(values: string[], controls: Element[]): string[] {
  const chosen = [...values];
  for (const { type, value } of controls as HTMLInputElement[]) {
    const index = type === 'hidden' ? chosen.indexOf(value) : -1;
    if (index >= 0) chosen.splice(index, 1);
  }
  return chosen;
}

const questionsOf = (form: HTMLFormElement): Element[] =>
  [...Reflect.get(HTMLFormElement.prototype, 'elements', form)].filter(
    (control) => nameOf(control) && !control.matches(NOT_A_QUESTION),
  );

const nameOf = (control: Element): string => control.getAttribute('name') ?? '';

const isText = (control: Element): boolean =>
  TEXT_TYPES.includes((control as HTMLInputElement).type);

const isVisible = (control: Element): boolean =>
  control.getClientRects().length > 0 && getComputedStyle(control).visibility === 'visible';
