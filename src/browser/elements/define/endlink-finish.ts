/**
 * Defines `<endlink-finish>`, unless the page has an element of that name.
 *
 * @module
 */
import { registerBundledEngine } from '../../endlink/bundled-engine.ts';
import { registerBundledLanguages } from '../bundled-languages.ts';
import { EndlinkFinish } from '../endlink-finish.ts';

export { EndlinkFinish };
export type { EndlinkEvent, EndlinkEventType } from '../../endlink/endlink-events.ts';
export type { MessageOverrides, Messages } from '../messages.ts';

registerBundledEngine();
registerBundledLanguages();
// As a literal: what reads the sources for editors and bundlers looks for it.
if (!customElements.get('endlink-finish')) customElements.define('endlink-finish', EndlinkFinish);

declare global {
  interface HTMLElementTagNameMap {
    'endlink-finish': EndlinkFinish;
  }
}
