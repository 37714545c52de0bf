import { BASE_PATH } from '../../protocol/index.ts';
import type { VaultBffOptions } from './bff-options.ts';
import { isOrigin, isRedirectUri } from './addresses.ts';

type Used = Pick<VaultBffOptions, 'origin' | 'basePath' | 'client' | 'hook'>;

const callbackOf = ({ origin, basePath = BASE_PATH }: Used) => `${origin}${basePath}/callback`;

/**
 * Explains why the callback cannot work. Without the hook, the redirect URI must have the backend's own origin, whose cookie holds the flow.
 *
 * @returns nothing if the redirect URI is valid, or if it is not a URL, which the schema reports
 */
export function mistakesOfRedirectUri(options: Used): string[] {
  const { origin, client, hook } = options;
  const { redirectUri } = (client as Used['client'] | undefined) ?? {};
  if (hook || !isOrigin(origin) || !isRedirectUri(redirectUri)) return [];
  const { origin: target } = new URL(redirectUri);
  if (target === origin) return [];
  return [
    `client.redirectUri (VAULTLINK_REDIRECT_URI) leads to ${target}, but the backend is at ${origin}. Set it to ${callbackOf(options)}, here and in the settings of the client. Only a page that uses the hook may have another origin (option hook, or VAULTLINK_HOOK).`,
  ];
}

/**
 * Warns about a redirect URI whose path is not the callback. That is only correct if a proxy forwards it.
 *
 * @param options valid options
 * @returns `undefined` if it leads to the callback, or to a page that uses the hook
 */
export function warningOfRedirectUri(options: Used): string | undefined {
  const { redirectUri } = options.client;
  if (options.hook || redirectUri.replace(/\?.*/, '') === callbackOf(options)) return undefined;
  return `client.redirectUri (VAULTLINK_REDIRECT_URI) is ${redirectUri}, but the callback is ${callbackOf(options)}. Users who return do not reach the callback, unless your proxy forwards them. A page that uses the hook needs the option hook, or VAULTLINK_HOOK.`;
}
