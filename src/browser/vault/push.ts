import { pushBody } from '../../protocol/push.ts';
import type { Answers, PushReply } from '../../protocol/push.ts';
import type { PushRequest } from '../../protocol/local.ts';
import { bffAddress, callBff, objectIn, SERVICE_TIMEOUT_MS } from './bff-calls.ts';
import type { VaultOptions } from './bff-calls.ts';
import { markEndedByPush } from './connection.ts';

/**
 * Pushes answers into a packet of the connected user's vault.
 *
 * @param answers by the name of their question; `null` or `undefined` saves the question without an answer, `''` is an answer
 * @returns the answer of the service
 * @throws VaultError `validation_failed` with the `messages` of the service, `not_connected` and `reconnect_required` if the user must
 *   connect (again), `rate_limited` with `retryAfterSeconds`, or another; `service_unreachable` does not mean that nothing was saved
 * @see interface §2.4 §4.3
 */
export async function pushAnswers(
  packetId: string,
  answers: Answers,
  { bffUrl }: VaultOptions = {},
): Promise<PushReply> {
  const { payload }: PushRequest = pushBody(packetId, answers);
  const url = bffAddress(bffUrl, `/packets/${encodeURIComponent(packetId)}/push`);
  const timeoutMs = SERVICE_TIMEOUT_MS;
  try {
    const reply = await callBff(url, { method: 'POST', body: { payload }, timeoutMs });
    return objectIn(reply) as unknown as PushReply;
  } catch (error) {
    markEndedByPush(error, { bffUrl });
    throw error;
  }
}

/**
 * Reads the answers of a form, by the names of its controls. Empty text is an answer. A choice that was not made is none: unchecked boxes, radio
 * buttons of which none is checked, a select whose value is empty and a file input without a file give `null`. Several choices of one name are
 * joined by `", "`, since an answer is text. Disabled controls and buttons are left out, as a browser does.
 *
 * A file stays a file, which a push refuses.
 *
 * @see interface §2.4
 */
function answersInForm(form: HTMLFormElement): Answers {
  const answers = new Map<string, unknown>();
  const data = new FormData(form);
  for (const control of controlsOf(form)) {
    const name = control.getAttribute('name');
    if (!name || answers.has(name) || control.matches(NOT_A_QUESTION)) continue;
    const isChoice = control.matches('select');
    const values = data.getAll(name).filter((value) => !isEmpty(value, isChoice));
    const file = values.find((value) => typeof value !== 'string');
    answers.set(name, file ?? (values.length ? (values as string[]).join(', ') : null));
  }
  return Object.fromEntries(answers) as Answers;
}

/**
 * Reads a form that is being submitted, before the listeners of the page run. These may empty the form, so controls that the user can see count as
 * they are now. These may also compute answers, so controls that are hidden, such as the text area behind an editor, are read once more.
 *
 * @returns a function to be called after the listeners, which returns the answers
 */
export function readSubmittedForm(form: HTMLFormElement): () => Answers {
  const submitted = answersInForm(form);
  const visible = [...controlsOf(form)]
    .filter((control) => control.getClientRects().length)
    .map((control) => control.getAttribute('name'));
  return () => {
    const computed = Object.entries(answersInForm(form)).filter(
      ([name, answer]) => answer && !visible.includes(name),
    );
    return Object.fromEntries([...Object.entries(submitted), ...computed]);
  };
}

/** Returns the controls of a form. `form.elements` is a control if one has that name, so the prototype is asked. */
const controlsOf = (form: HTMLFormElement): HTMLFormControlsCollection =>
  Reflect.get(HTMLFormElement.prototype, 'elements', form);

const NOT_A_QUESTION =
  ':disabled,button,fieldset,output,object,[type=submit],[type=button],[type=reset],[type=image]';

const isEmpty = (value: FormDataEntryValue, isChoice: boolean) =>
  typeof value === 'string' ? isChoice && !value : !value.name;
