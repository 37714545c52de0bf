import type { VaultBffOptions } from '../../bff/index.ts';
import { isOfAnotherSite } from '../../bff/operating.ts';

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
