/**
 * Defines the elements, each unless the page has one of that name. This is the only module of the elements that does something by being
 * imported.
 *
 * @module
 */
import { EndlinkFinish } from './endlink-finish.ts';

export { EndlinkFinish };
export type { FinishMessages, MessageOverrides } from './messages.ts';

const ELEMENTS = { 'endlink-finish': EndlinkFinish };

for (const [name, element] of Object.entries(ELEMENTS)) {
  if (!customElements.get(name)) customElements.define(name, element);
}

declare global {
  interface HTMLElementTagNameMap {
    'endlink-finish': EndlinkFinish;
  }
}
