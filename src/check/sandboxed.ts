import type { Observations } from './observations.ts';
import type { Details } from './verdict.ts';

/** Names the thing that browsers block in a sandbox without a permission. */
const REFUSED: Readonly<Record<string, string>> = {
  'allow-same-origin': 'the storage and the files of the tag',
  'allow-scripts': 'all scripts',
  'allow-forms': 'the form',
  'allow-popups': 'the link to a new tab',
  'allow-top-navigation': 'the link out of its frame',
};

/**
 * Finds what the sandbox of a page, or of the frame around it, has refused.
 *
 * @param isOfOrigin `true` for a page that has no origin, `false` for one that cannot go on
 */
export function findRefusal(
  { refusals = [], reports, parts = [] }: Observations,
  isOfOrigin: boolean,
): Details | undefined {
  const refusal = refusals.find(
    ({ permission }) => (permission === 'allow-same-origin') === isOfOrigin,
  );
  // A page without an origin may report all the same, if it could load the files.
  const hasHarmed = !reports.length || (isOfOrigin && parts.some(({ failure }) => failure));
  if (!refusal || !hasHarmed) return undefined;
  const { page, permission } = refusal;
  return { page, permission, what: REFUSED[permission] ?? 'something' };
}

/**
 * Reports the address of a page that has the tag, and to which a sandbox gives no origin. Runs in each page, and in each frame, before its scripts. Its
 * source text is sent to the browser, so it must use nothing from outside itself.
 *
 * @param options the name of the global function that takes the address
 */
export function reportMissingOrigin({ binding }: { binding: string }): void {
  const { [binding]: send } = window as unknown as Record<
    string,
    ((address: string) => unknown) | undefined
  >;
  if (!send || window.origin !== 'null' || !location.protocol.startsWith('http')) return;
  document.addEventListener('DOMContentLoaded', () => {
    const tag = document.querySelector('script[src*=vaultlink], script[data-base-url]');
    if (tag) send(location.href);
  });
}
