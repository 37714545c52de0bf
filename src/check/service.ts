import type { CauseId } from '../protocol/cause-help.ts';
import { describeCertificateProblem } from './certificate-problems.ts';
import type { Observations, SeenService } from './observations.ts';
import { describeNoPage, namedByPage, namedByPages, originOf } from './verdict.ts';
import type { Details, FindCause, Rule } from './verdict.ts';

/** The causes for which a server cannot be used, by what a connection to it shows. */
const REACH_CAUSES = {
  'service-unknown-host': 'unknown host',
  'service-refused': 'refused',
  'service-no-answer': 'no answer',
  'service-certificate': 'bad certificate',
  'service-no-tls': 'no TLS',
} as const satisfies Partial<Record<CauseId, SeenService['reach']>>;

/** Returns the setting that names a server. No page names a relay as its base URL. */
const nameOf = ({ origin }: SeenService, { pages }: Observations) =>
  pages.some(({ serviceOrigin }) => serviceOrigin === origin) ? 'data-base-url' : 'data-relay-url';

const describeServer = (server: SeenService, seen: Observations): Details => ({
  origin: server.origin,
  host: new URL(server.origin).hostname,
  name: nameOf(server, seen),
  code: server.detail === undefined ? '' : ` (${server.detail})`,
  problem: describeCertificateProblem(server.detail),
});

/** Returns a way to look for a server of the visit. */
const findServer =
  (isMeant: (server: SeenService) => boolean): FindCause =>
  (seen) => {
    const server = seen.services?.find(isMeant);
    return server && describeServer(server, seen);
  };

const findLocal = findServer(({ isLocal }) => isLocal);

/** Returns the origin that took a report although it is the one of a page. Nothing there is the service. */
const findOwnSite: FindCause = ({ reports, pages }) => {
  const own = reports.find(
    ({ way, address }) =>
      (way === 'fetch' || way === 'redirect') &&
      pages.some((page) => originOf(page.address) === originOf(address)),
  );
  return own && { origin: originOf(own.address) };
};

/** Finds an address to which pages report as to a relay, and that is none: it is not there, or answers with a page. A relay refuses a request without a token. */
const findMissingRelay: FindCause = ({ relays = [] }) => {
  const missing = relays.find(({ status, contentType, error }) => {
    const isJson = /json/i.test(contentType);
    if ([404, 405, 410, 501].includes(status)) return !isJson || error === 'not_found';
    return status < 300 && /html/i.test(contentType);
  });
  return missing && { address: missing.address, status: missing.status };
};

/** Judges the address of the service. */
export const serviceRule: Rule = {
  needs: ['opens'],
  causes: [
    // A misspelled name is the reason why there is no address.
    [
      'setting-unknown',
      namedByPage('setting-unknown', ({ problems }) =>
        problems.some(({ cause }) => cause === 'base-url-missing'),
      ),
    ],
    ...namedByPages('base-url-missing', 'base-url-form', 'base-url-path', 'base-url-own-page'),
    ['service-own-site', findOwnSite],
    ...(Object.entries(REACH_CAUSES) as [CauseId, SeenService['reach']][]).map(
      ([cause, reach]) => [cause, findServer((server) => server.reach === reach)] as const,
    ),
    ['relay-missing', findMissingRelay],
    [
      'service-local-live',
      (seen, expectation) => (expectation.isLive ? findLocal(seen, expectation) : undefined),
    ],
    ['service-local', findLocal],
  ],
  describeUnknown: (seen) => {
    const noPage = describeNoPage(seen);
    if (noPage !== undefined || seen.services?.length) return noPage;
    return seen.services
      ? 'No page names the address of a service.'
      : 'Only the command connects to the service: run "vaultlink check".';
  },
  describeRight: ({ services = [] }) =>
    `${services.map(({ origin }) => origin).join(', ')} can be reached.`,
};
