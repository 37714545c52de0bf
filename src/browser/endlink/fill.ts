import type { PageAttributes } from './options.ts';
import type { EndlinkEngine } from './parts.ts';

/** What an input can be filled with. */
type FillName = NonNullable<PageAttributes['data-vaultlink-fill']>;

/** Fills the inputs with `data-vaultlink-fill`: `token`, `seller_id` or `interaction_id`. */
export function fillInputs(engine: EndlinkEngine): void {
  const { token, sellerId, interactionId } = engine.record() ?? {};
  const values: Record<FillName, string | undefined> = {
    token,
    seller_id: sellerId,
    interaction_id: interactionId,
  };
  for (const input of document.querySelectorAll<HTMLInputElement>('[data-vaultlink-fill]')) {
    const value = values[input.dataset.vaultlinkFill as FillName];
    if (!value || input.value === value) continue;
    setValue(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/**
 * Sets the value as a person who types it does. React replaces the setter of the instance, and ignores an input event for a value that it has
 * seen there: https://github.com/facebook/react/issues/11488
 */
function setValue(input: HTMLInputElement, value: string): void {
  const prototype = Object.getPrototypeOf(input) as object;
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const setter = Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
  if (setter) setter.call(input, value);
  else input.value = value;
}
