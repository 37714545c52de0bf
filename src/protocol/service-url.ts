import { isServiceUrl } from './endlink.ts';

/** A mistake in what was given as the service's address. */
export interface ServiceUrlMistake {
  /**
   * `form`: it is no absolute https address, or has more than an address may have. `path`: it ends in a path of the interface, which every request
   * would have twice.
   */
  kind: 'form' | 'path';
  /** A sentence that goes on behind the name of the setting: "must be …." It repeats neither a query nor a password. */
  rule: string;
  remedy: string;
  /** The address that was probably meant. */
  meant?: string | undefined;
}

/** The paths of the interface that people copy, at the end of an address. `/api` alone may be a service's own. @see interface §4 */
const INTERFACE_PATH = /\/(oauth|api\/v[35]|endlinks|[^/]*\.html)(\/.*)?$/i;

/** A user name, which no page may send, or a placeholder, which a URL accepts as a host. */
const NO_HOST = /^https?:\/\/[^/]*[@{}]/i;

/** Returns whether nothing is known to be wrong with the service's address: more than {@link isServiceUrl}, which says whether it can be requested. */
export const isLikelyServiceUrl = (text: string): boolean =>
  isServiceUrl(text) && !NO_HOST.test(text) && !INTERFACE_PATH.test(text);

/**
 * Returns what is wrong with a text as the service's address, and the address that was probably meant. Reads the text only.
 *
 * @returns `undefined` if nothing is known to be wrong
 */
export function serviceUrlMistake(text: string): ServiceUrlMistake | undefined {
  if (isLikelyServiceUrl(text)) return undefined;
  const meant = meantBy(text.trim());
  const remedy = meant
    ? `Write ${meant}.`
    : 'Copy it from the developer settings of the marketplace.';
  const [address = ''] = text.split(/[?#]/, 1);
  const path = isServiceUrl(address) && INTERFACE_PATH.exec(address)?.[0];
  return path
    ? { kind: 'path', rule: `must end before "${path}", a path of the interface.`, remedy, meant }
    : {
        kind: 'form',
        rule: 'must be an absolute https address (or http on this machine), without user name, query and hash.',
        ...{ remedy, meant },
      };
}

/** Returns the address that a text most likely stands for; `undefined` if none is recognizable. */
function meantBy(text: string): string | undefined {
  const [, host = '', path = ''] =
    /^(?:https?:\/*|\/\/)?(?:[^/?#@]*@)?([^/?#@]+)([^?#]*)/i.exec(text) ?? [];
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(host);
  const isHost = isLocal || /^([\w-]+(\.[\w-]+)+|\[[\da-f:.]+\])(:\d+)?$/i.test(host);
  const meant = `http${isLocal ? '' : 's'}://${host}${path}`
    .replace(INTERFACE_PATH, '')
    .replace(/\/+$/, '');
  return isHost && !/[\s\\]/.test(text) && isLikelyServiceUrl(meant) ? meant : undefined;
}
