import type { VaultBffOptions } from '../../bff/index.ts';
import { isOfAnotherSite } from '../../bff/http/site.ts';

/**
 * Says what does not work on pages of allowed origins that are certainly of another site than the backend. They stay allowed: reports by relay need
 * no session. `undefined`: there are none.
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
    : 'they can report no outcomes, since VAULTLINK_RELAY is off, and';
  return (
    `Pages of ${others.join(', ')} are on another site than ${origin}: ${reports} <vault-connect>, <vault-push> and ` +
    'the hook do not work there, since browsers send no session from another site (SameSite=Strict).'
  );
}

/** What to do about it. */
export const SERVE_UNDER_THE_SITE =
  'To use these, let a proxy serve the backend under the site of the pages. For reports alone, VAULTLINK_RELAY must be on.';
