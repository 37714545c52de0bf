import { explainPlaceholder, LIKE_ENDPOINT, likelyOutcome } from '../../../check/index.ts';
import type { MistakenReport, Observations, SeenPage, SeenPart } from '../../../check/index.ts';
import type { SeenReport, SelfCheck, TokenRequest } from '../../../check/index.ts';
import type { SandboxCore } from '../../core/core.ts';
import type { LoggedRequest } from '../../core/request-log.ts';
import { ENDLINK_CALLS, TOKEN_PARAMETER } from '../../service/endlink/endlink-calls.ts';
import { likelyRequestsOf } from '../likely-requests.ts';
import type { SiteCheck, Visit } from './site-checks.ts';

/**
 * Returns the observations of a visit, from the requests to the sandbox and the self-checks of the tag. Sends no request to the buyer's server.
 *
 * @param baseUrl base URL of the sandbox
 */
export function observeVisit(
  { visit, pages: messages, banner, isOver }: SiteCheck,
  core: SandboxCore,
  baseUrl: string,
): Observations {
  if (!visit) return { pages: [], reports: [], isOngoing: true };
  const entries = core.log.entries();
  const likely = likelyRequestsOf(core, visit.interaction_id);
  const selfChecks = [...messages]
    .sort(([one], [other]) => one - other)
    .map(([, check]) => withLanding(check, visit));
  const landing = selfChecks.find(({ page }) => page.hasLanded);
  const isAfterReload = Boolean(selfChecks[0]?.isReload && selfChecks[0].page.hasLanded);
  const consent = consentOf(banner, landing);
  return {
    pages: pagesOf(selfChecks, visit),
    isOngoing: !isOver,
    reports: entries.flatMap((entry) => reportOf(entry, visit, baseUrl)),
    mistakenReports: [
      ...entries
        .filter((entry) => likely.has(entry) || holdsToken(entry, visit))
        .flatMap((entry) => mistakenReportOf(entry, visit, baseUrl)),
      ...selfChecks.flatMap(reportsElsewhereOf),
    ],
    ...(selfChecks.length > 0 && { tokenRequests: selfChecks.flatMap(tokenRequestsOf) }),
    areOnlyAddressesSeen: true,
    parts: partsOf(selfChecks),
    ...(consent !== undefined && { consent }),
    ...(isAfterReload && { capturesAfterReload: selfChecks[0]?.page.hasToken }),
  };
}

/** Marks a page as the landing page if its address has the parameter of the token, even if the tag did not capture the token. */
function withLanding(check: SelfCheck, { parameter }: Visit): SelfCheck {
  const { page, parameters, tokenParam } = check;
  if (parameter === undefined || !parameters.includes(parameter)) return check;
  return { ...check, page: { ...page, hasLanded: true, landedUnder: parameter, tokenParam } };
}

/** Returns the observation about consent. A tag that loaded after a click overrules what the person said about a banner. */
function consentOf(banner: SiteCheck['banner'], landing: SelfCheck | undefined) {
  if (landing?.isTagAfterInput) return { capturesAfterwards: true, isInTheWay: false };
  if (banner === 'in the way') return { capturesAfterwards: false, isInTheWay: true };
  return banner && null;
}

/** Returns the pages of the visit. Adds the landing page if it sent no self-check and the later pages show that it was visited. */
function pagesOf(selfChecks: readonly SelfCheck[], { landing }: Visit): SeenPage[] {
  const [first] = selfChecks;
  if (!first) return [];
  const pages = selfChecks
    // Count a page and its reload once.
    .filter(
      (one, index) => !one.isReload || one.page.address !== selfChecks[index - 1]?.page.address,
    )
    .map(({ page }) => page);
  const { page, isReload, isFirstInTab, cameFrom } = first;
  if (isReload && page.hasLanded) return [{ ...page, hasToken: false }, ...pages.slice(1)];
  if (page.hasLanded || page.hasToken || page.address === landing) return pages;
  const isRedirected = isFirstInTab && cameFrom === landing;
  if (isFirstInTab && !isRedirected) return pages;
  return [silentPage(landing, isRedirected), ...pages];
}

const silentPage = (address: string, isRedirected: boolean): SeenPage => ({
  address,
  hasLanded: true,
  isTokenInAddress: false,
  isRead: !isRedirected,
  tagCount: 0,
  hasEngine: false,
  scriptsBefore: [],
  hasToken: false,
  isFramed: false,
  isScrubOff: false,
  isDryRun: false,
  carry: '',
  via: '',
  state: 'missing',
  problems: [],
  blocked: [],
  isSilent: true,
});

const WAYS = {
  page: 'fetch',
  navigation: 'redirect',
  prefetch: 'redirect',
  server: 'server',
} as const;

/** Returns the report in a request. Skips responses after which the client tries again, since they are no report yet. */
function reportOf(entry: LoggedRequest, visit: Visit, baseUrl: string): SeenReport[] {
  const { token, method, path, status, outcome, sender, spent, at } = entry;
  if (token !== visit.token || !outcome || status === null) return [];
  const isHandled = status >= 200 && status < 500 && ![408, 425, 429].includes(status);
  const isReport = method === 'GET' && sender !== 'prefetch';
  if (!isHandled || !(isReport || spent)) return [];
  const way = ENDLINK_CALLS.get(path)?.form === 'html' ? 'redirect' : WAYS[sender];
  const atMs = Date.parse(at) - visit.openedAtMs;
  return [{ outcome, way, status, atMs, address: baseUrl + path }];
}

const holdsToken = ({ query, body }: LoggedRequest, { token }: Visit): boolean => {
  const text = `${query} ${body ?? ''}`;
  return text.includes(token) || text.includes(encodeURIComponent(token));
};

/** Returns the request that was meant as a report, but has another token, an address or a method that the service does not have. */
function mistakenReportOf(
  entry: LoggedRequest,
  { token, parameter }: Visit,
  baseUrl: string,
): MistakenReport[] {
  const { method, path, body, status, sender } = entry;
  const sent = entry.token ?? new URLSearchParams(body ?? '').get(TOKEN_PARAMETER);
  const isRight = sent === token && ENDLINK_CALLS.has(path) && method !== 'POST';
  if (isRight || method === 'OPTIONS' || sender === 'prefetch') return [];
  if (status === null || status < 400) return [];
  const mistaken = { address: baseUrl + path, method, status, tokenParam: parameter };
  if (sent === token) return [mistaken];
  const placeholder = explainPlaceholder(sent ?? '')?.text;
  return [
    { ...mistaken, placeholder, token: sent ? 'unknown' : sent === '' ? 'empty' : 'missing' },
  ];
}

/** Returns what a page has sent elsewhere, and was meant as a report. The status is not known. */
const reportsElsewhereOf = ({ recipients }: SelfCheck): MistakenReport[] =>
  recipients
    .filter(({ by, isOwnOrigin }) => by === 'request' && !isOwnOrigin)
    .filter(({ address }) => LIKE_ENDPOINT.test(address) && likelyOutcome(address) !== undefined)
    .map(({ address }) => ({ address, method: 'GET', status: 0 }));

const tokenRequestsOf = ({ page, recipients }: SelfCheck): TokenRequest[] =>
  recipients
    .filter(({ by }) => by === 'request')
    .map(({ address }) => ({
      ...({ address, place: 'address', kind: 'other' } as const),
      from: new URL(page.address).origin,
    }));

/** Returns the files that the pages tried to load; `undefined` before the first. */
function partsOf(selfChecks: readonly SelfCheck[]): SeenPart[] | undefined {
  const parts = selfChecks.flatMap(({ page, parts }) =>
    parts.map(({ file, address, status, contentType }) => ({
      ...{ file, address, status, contentType },
      isCrossOrigin: new URL(address).origin !== new URL(page.address).origin,
      // The self-check has a status only if the page could read the response.
      allowOrigin: status ? '*' : '',
      ...(!status && {
        failure:
          'no answer that the page may read: on another origin, it needs Access-Control-Allow-Origin',
      }),
    })),
  );
  return parts.length ? parts : undefined;
}
