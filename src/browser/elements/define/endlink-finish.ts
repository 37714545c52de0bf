/**
 * Defines `<endlink-finish>`, unless the page has an element of that name.
 *
 * @module
 */
import { EndlinkFinish } from '../endlink-finish.ts';

export { EndlinkFinish };
export type { EndlinkEvent, EndlinkEventType } from '../../endlink/events.ts';
export type { MessageOverrides, Messages } from '../messages.ts';

if (!customElements.get('endlink-finish')) customElements.define('endlink-finish', EndlinkFinish);

declare global {
  interface HTMLElementTagNameMap {
    'endlink-finish': EndlinkFinish;
  }
}
