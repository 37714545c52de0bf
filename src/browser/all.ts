/**
 * The script tag with all its parts and the elements in one classic script, for places that allow only one file. It downloads nothing else. The
 * elements speak English; a page may replace their sentences with `window.vaultlinkMessages`.
 *
 * @module
 */
// The engine must exist before an element on the page is upgraded.
import './loader.ts';
import './elements/define.ts';
