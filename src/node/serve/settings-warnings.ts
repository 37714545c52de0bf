import type { VaultBffOptions } from '../../bff/index.ts';
import { isOfAnotherSite } from '../../bff/operating.ts';
import { BASE_PATH } from '../../protocol/index.ts';
import type { ServeSettings } from '../config/environment.ts';

/** Formats a switch as `on` or `off`, as in the variables. */
export const onOrOff = (isOn: boolean | string | undefined): 'on' | 'off' => (isOn ? 'on' : 'off');

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

/**
 * Returns a warning about allowed origins that are certainly on another site than the backend; `undefined` if there are none. These origins stay
 * allowed, because reports through the relay need no session.
 */
export function warningOfOtherSites({
  origin,
  allowedOrigins = [],
  relay,
}: Pick<VaultBffOptions, 'origin' | 'allowedOrigins' | 'relay'>): string | undefined {
  const others = allowedOrigins.filter((one) => isOfAnotherSite(one, origin));
  if (!others.length) return undefined;
  const reports = relay
    ? 'they can report outcomes, but'
    : 'they cannot report outcomes, because VAULTLINK_RELAY is off, and';
  return (
    `Pages of ${others.join(', ')} are on another site than ${origin}: ${reports} <vault-connect>, <vault-push> and ` +
    'the hook do not work there, because browsers do not send the session cookie from another site (SameSite=Strict).'
  );
}

/** Advice that follows the warning. */
export const SERVE_UNDER_THE_SITE =
  'To use these, let a proxy serve the backend under the site of the pages. For reports alone, VAULTLINK_RELAY must be on.';
