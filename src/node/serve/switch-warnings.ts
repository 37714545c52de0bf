import { BASE_PATH } from '../../protocol/index.ts';
import type { ServeSettings } from '../config/environment.ts';

/** What the log and the doctor call the two states of a switch: as in the variables. */
export const onOrOff = (isOn: boolean | undefined): 'on' | 'off' => (isOn ? 'on' : 'off');

/** Says that the redirect URI asks for the hook in vain. A backend that starts says so by itself. */
export function warningsOfRedirectUri({ bff }: Pick<ServeSettings, 'bff'>): string[] {
  const { origin, client, hook } = bff;
  if (client.redirectUri.replace(/\?.*/, '') === `${origin}${BASE_PATH}/callback` || hook)
    return [];
  return [
    'VAULTLINK_REDIRECT_URI leads to a page, which needs the hook, and the hook is off: set VAULTLINK_HOOK to on.',
  ];
}

/** Says what other variables ask for in vain, because the relay or the hook is off: a sentence each. */
export function warningsOfSwitches({
  bff,
  mayReportUrl,
}: Pick<ServeSettings, 'bff' | 'mayReportUrl'>): string[] {
  const { relay, hook, anonymousCalls = {} } = bff;
  const warnings: string[] = [];
  if (mayReportUrl !== undefined && !relay) {
    warnings.push(
      'VAULTLINK_MAY_REPORT_URL is never asked, since the relay is off: set VAULTLINK_RELAY to on if your pages report through this backend.',
    );
  }
  const { perAddressPerMinute, inAllPerMinute } = anonymousCalls;
  if ((perAddressPerMinute ?? inAllPerMinute) !== undefined && !relay && !hook) {
    warnings.push(
      'Limits of calls a minute are set, but what they limit is off: set VAULTLINK_RELAY or VAULTLINK_HOOK to on if you use the relay or the hook.',
    );
  }
  return warnings;
}
