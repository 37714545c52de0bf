import { BASE_PATH } from '../../protocol/index.ts';
import type { ServeSettings } from '../config/environment.ts';

/** Formats a switch as `on` or `off`, as in the variables. */
export const onOrOff = (isOn: boolean | undefined): 'on' | 'off' => (isOn ? 'on' : 'off');

/**
 * Returns a warning if the redirect URI needs the hook and the hook is off. `serve` does not need it: the backend checks this itself when it starts.
 */
export function warningsOfRedirectUri({ bff }: Pick<ServeSettings, 'bff'>): string[] {
  const { origin, client, hook } = bff;
  if (client.redirectUri.replace(/\?.*/, '') === `${origin}${BASE_PATH}/callback` || hook)
    return [];
  return [
    'VAULTLINK_REDIRECT_URI points to a page, which needs the hook, but the hook is off. Set VAULTLINK_HOOK to on.',
  ];
}

/** Returns a warning if a variable has no effect because the relay is off. The limits for calls always have one: the callback is always on. */
export function warningsOfSwitches({
  bff,
  mayReportUrl,
}: Pick<ServeSettings, 'bff' | 'mayReportUrl'>): string[] {
  if (mayReportUrl === undefined || bff.relay) return [];
  return [
    'VAULTLINK_MAY_REPORT_URL has no effect, because the relay is off. Set VAULTLINK_RELAY to on if your pages report through this backend.',
  ];
}
