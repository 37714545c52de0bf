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

/**
 * Returns one warning for each variable that has no effect because of another. The limits for requests always have one: the callback is always on.
 */
export function warningsOfSwitches({
  bff,
  mayReportUrl,
  subjectHeader,
  subjectAssertion,
}: Pick<ServeSettings, 'bff' | 'mayReportUrl' | 'subjectHeader' | 'subjectAssertion'>): string[] {
  const warnings: string[] = [];
  if (mayReportUrl !== undefined && !bff.relay) {
    warnings.push(
      'VAULTLINK_MAY_REPORT_URL has no effect, because the relay is off. Set VAULTLINK_RELAY to on if your pages report through this backend.',
    );
  }
  if (subjectHeader !== undefined && subjectAssertion) {
    warnings.push(
      'VAULTLINK_SUBJECT_HEADER has no effect, because the user is the "sub" of the assertion in VAULTLINK_SUBJECT_JWT_HEADER. Remove one of them.',
    );
  }
  return warnings;
}
