import type { CauseId } from '../protocol/cause-help.ts';
import { VAULT_ERROR_CODES } from '../protocol/errors.ts';
import { describeCertificateProblem } from './certificate-problems.ts';
import type { Observations, SeenRelay, SeenService } from './observations.ts';
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

/** Statuses of a server that has no relay at an address. Browsers follow the redirects among them without the report. */
const NO_RELAY = [301, 302, 303, 404, 405, 410, 501];

/** Statuses of a server that has a login, or another protection, before the address. */
const PROTECTED = [401, 403];

/** Returns whether the answer to a request without a token is none of a relay: a relay refuses it with the code of an error. */
function isNoRelay({ status, contentType, code }: SeenRelay): boolean {
  if (status < 300) return code === undefined;
  if (PROTECTED.includes(status)) return /html/i.test(contentType);
  const isRefusal = code !== 'not_found' && VAULT_ERROR_CODES.some((one) => one === code);
  return NO_RELAY.includes(status) && !isRefusal;
}

/** Finds an address to which pages report as to a relay, and that is none. */
const findMissingRelay: FindCause = ({ relays = [] }) => {
  const missing = relays.find(isNoRelay);
  return missing && { address: missing.address, status: missing.status };
};

/** Finds a relay that does not allow the origin of the page. A server that failed may have forgotten the header. */
const findForbiddingRelay: FindCause = ({ relays = [] }) => {
  const relay = relays.find(
    ({ status, allowsOrigin, code }) =>
      code === 'forbidden_origin' || (!allowsOrigin && status < 500),
  );
  return relay && { address: relay.address, origin: relay.origin };
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
    ['relay-forbids-page', findForbiddingRelay],
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
