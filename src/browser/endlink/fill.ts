import type { EndlinkEngine } from './parts.ts';

/** Fills the inputs with `data-vaultlink-fill`: `token`, `seller_id` or `interaction_id`. */
export function fill(engine: EndlinkEngine): void {
  const { token, sellerId, interactionId } = engine.record() ?? {};
  const values: Record<string, string | undefined> = {
    token,
    seller_id: sellerId,
    interaction_id: interactionId,
  };
  for (const input of document.querySelectorAll<HTMLInputElement>('[data-vaultlink-fill]')) {
    const value = values[input.dataset.vaultlinkFill ?? ''];
    if (!value || input.value === value) continue;
    input.value = value;
    // Frameworks that own the input learn of it as if it had been typed.
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
