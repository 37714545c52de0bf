import type { Observations } from './observations.ts';

/** Returns what a visit did not test, in a few words each. A result without failures does not speak for these. */
export function notTested({
  pages,
  reports,
  serviceWorkers = [],
  unfilled = [],
}: Observations): string[] {
  const isRelayed =
    pages.some(({ via }) => via === 'relay') || reports.some(({ way }) => way === 'relay');
  return [
    'the service’s own answer and CORS (a sandbox answered in its place)',
    ...(isRelayed ? ['what the relay does with a report'] : []),
    serviceWorkers.length ? switchedOff(serviceWorkers) : 'service workers',
    'what your server sends',
    ...unfilled.map((selector) => `the field "${selector}", which no page had before a click`),
  ];
}

function switchedOff(addresses: readonly string[]): string {
  const paths = addresses.map((address) => new URL(address).pathname).join(', ');
  return addresses.length === 1
    ? `a service worker (${paths}) was switched off`
    : `service workers (${paths}) were switched off`;
}
