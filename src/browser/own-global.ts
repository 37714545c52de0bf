/**
 * Returns a global that a script has set. A browser also offers elements and frames under their ids and names (`<iframe name="vaultlink">`),
 * and those are none.
 *
 * @see https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object
 */
export const ownGlobal = <Name extends 'vaultlink' | 'vaultlinkConfig'>(
  name: Name,
): Window[Name] | undefined => (Object.hasOwn(window, name) ? window[name] : undefined);
