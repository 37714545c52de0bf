/**
 * The part for a page with inputs that have `data-vaultlink-fill`: `token`, `seller_id` or `interaction_id`.
 *
 * @module
 */
import { findAll } from '../unclobbered.ts';
import type { PageAttributes } from './options.ts';
import type { EndlinkEngine, Parts } from './parts.ts';
import { forEachTree } from './trees.ts';

/** Name of a value that an input can be filled with. */
type FillName = NonNullable<PageAttributes['data-vaultlink-fill']>;

/** Inputs that take any text. Chromium prints the value that another one, such as a number, refuses. */
const TEXT_TYPES = ['text', 'hidden', 'search', 'tel', 'url', 'email', 'password'];

/** Largest number of times that an input is filled with one value: a framework may empty it when it starts. */
const MAX_FILLS = 5;

/** When an input that was filled is looked at again, in milliseconds: an assignment to its value is no event and no change of the page. */
const LOOK_DELAY_MS = 100;

interface Filled {
  value: string;
  count: number;
}

/** Starts the part. */
export function start(engine: EndlinkEngine): Parts['fill'] {
  const inputs = new Map<HTMLInputElement, Filled>();
  const typed = new WeakSet<EventTarget>();

  const fill = (input: HTMLInputElement) => {
    const value = valueFor(engine, input);
    const last = inputs.get(input);
    const isAgain = last !== undefined && last.value === value;
    if (!value || !('value' in input)) return;
    if (isAgain && (input.value || typed.has(input) || last.count >= MAX_FILLS)) return;
    const filled = { value, count: isAgain ? last.count + 1 : 1 };
    inputs.set(input, filled);
    if (!setValue(engine, input, value)) filled.count = MAX_FILLS;
    else setTimeout(() => fill(input), LOOK_DELAY_MS * filled.count);
  };
  const fillAgain = () => {
    for (const input of inputs.keys())
      if (input.isConnected) fill(input);
      else inputs.delete(input);
  };

  addEventListener(
    'input',
    (event) => {
      // If the input is in a shadow root, the target of the event is the host of that root.
      const [input] = event.composedPath();
      if (event.isTrusted && input) typed.add(input);
    },
    true,
  );
  const noteReset = () => setTimeout(fillAgain);
  addEventListener('reset', noteReset);
  forEachTree(
    (tree) => {
      // The event `reset` of a form does not leave its shadow root.
      if (tree instanceof ShadowRoot) tree.addEventListener('reset', noteReset);
      for (const input of findAll(tree, '[data-vaultlink-fill]')) fill(input as HTMLInputElement);
      fillAgain();
    },
    ['data-vaultlink-fill'],
  );
  engine.subscribe(fillAgain);
  return {};
}

function valueFor(engine: EndlinkEngine, { dataset }: HTMLElement): string | undefined {
  const { token, sellerId, interactionId } = engine.ownRecord() ?? {};
  const values: Record<FillName, string | undefined> = {
    token,
    seller_id: sellerId,
    interaction_id: interactionId,
  };
  return values[dataset.vaultlinkFill as FillName];
}

/**
 * Sets the value as a person who types it does. React replaces the setter of the instance, and ignores an input event for a value that it has
 * seen there: https://github.com/facebook/react/issues/11488
 *
 * @returns whether the input has taken it
 */
function setValue(engine: EndlinkEngine, input: HTMLInputElement, value: string): boolean {
  // The error of a setter may repeat the value.
  const warn = (text: string) =>
    console.warn(engine.parts.token?.redact(text) ?? text.replaceAll(value, '…'));
  const explainRefusal = (reason: unknown) =>
    warn(
      `[vaultlink] <${input.localName}> takes no ${input.dataset.vaultlinkFill}: ${String(reason)}`,
    );
  if (input instanceof HTMLInputElement && !TEXT_TYPES.includes(input.type)) {
    explainRefusal(`type=${input.type}`);
    return false;
  }
  const before = input.value;
  try {
    if (!Reflect.set(Object.getPrototypeOf(input) as object, 'value', value, input))
      input.value = value;
  } catch (error) {
    explainRefusal(error);
  }
  // A list takes its own values alone.
  if (input.value !== value) return false;
  if (before !== value)
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}
