import type { Observations, SeenPage, SeenPart, SeenReport } from '../../../check/index.ts';
import type { SelfCheck, TokenRequest } from '../../../check/index.ts';
import type { LoggedRequest } from '../../control/log/request-log.ts';
import { ENDLINK_CALLS } from '../../service/endlink/endlink-calls.ts';
import type { SiteCheck, Visit } from './site-checks.ts';

/**
 * Returns what is known about a visit: from what the sandbox received, and from what the tag said about its pages. Nothing is asked of the buyer's
 * server.
 *
 * @param baseUrl where the sandbox is served
 */
export function observeVisit(
  { visit, pages: messages, banner, isOver }: SiteCheck,
  entries: readonly LoggedRequest[],
  baseUrl: string,
): Observations {
  if (!visit) return { pages: [], reports: [], isOngoing: true };
  const heard = [...messages]
    .sort(([one], [other]) => one - other)
    .map(([, check]) => withLanding(check, visit));
  const landing = heard.find(({ page }) => page.hasLanded);
  const isAfterReload = Boolean(heard[0]?.isReload && heard[0].page.hasLanded);
  const consent = consentOf(banner, landing);
  return {
    pages: pagesOf(heard, visit),
    isOngoing: !isOver,
    reports: entries.flatMap((entry) => reportOf(entry, visit, baseUrl)),
    ...(heard.length > 0 && { tokenRequests: heard.flatMap(tokenRequestsOf) }),
    areOnlyAddressesSeen: true,
    parts: partsOf(heard),
    ...(consent !== undefined && { consent }),
    ...(isAfterReload && { capturesAfterReload: heard[0]?.page.hasToken }),
  };
}

/** A tag that did not capture the token cannot know it in the address: the name of its parameter shows it. */
function withLanding(check: SelfCheck, { parameter }: Visit): SelfCheck {
  const { page, parameters } = check;
  const hasLanded = page.hasLanded || (parameter !== undefined && parameters.includes(parameter));
  return { ...check, page: { ...page, hasLanded } };
}

/** The banner is what the person has seen, unless the tag shows that it came after a click. */
function consentOf(banner: SiteCheck['banner'], landing: SelfCheck | undefined) {
  if (landing?.isTagAfterInput) return { capturesAfterwards: true, isInTheWay: false };
  if (banner === 'in the way') return { capturesAfterwards: false, isInTheWay: true };
  return banner && null;
}

/** The pages of the visit. A page without the tag says nothing about itself: the next page shows what happened. */
function pagesOf(heard: readonly SelfCheck[], { landing }: Visit): SeenPage[] {
  const [first] = heard;
  if (!first) return [];
  const pages = heard
    // A reload shows the same page again.
    .filter((one, index) => !one.isReload || one.page.address !== heard[index - 1]?.page.address)
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
  blocked: [],
  isSilent: true,
});

const WAYS = {
  page: 'fetch',
  navigation: 'redirect',
  prefetch: 'redirect',
  server: 'server',
} as const;

/** A request for an outcome that the service has decided on. What it did not handle is tried again, and is no second report. */
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

const tokenRequestsOf = ({ page, recipients }: SelfCheck): TokenRequest[] =>
  recipients
    .filter(({ by }) => by === 'request')
    .map(({ address }) => ({
      ...({ address, place: 'address', kind: 'other' } as const),
      from: new URL(page.address).origin,
    }));

/** The files as the pages could load them. Missing until one has tried. */
function partsOf(heard: readonly SelfCheck[]): SeenPart[] | undefined {
  const parts = heard.flatMap(({ page, parts }) =>
    parts.map(({ file, address, status, contentType }) => ({
      ...{ file, address, status, contentType },
      isCrossOrigin: new URL(address).origin !== new URL(page.address).origin,
      // The page could read the answer, or it could not.
      allowOrigin: status ? '*' : '',
      ...(!status && {
        failure:
          'no answer that the page may read: on another origin, it needs Access-Control-Allow-Origin',
      }),
    })),
  );
  return parts.length ? parts : undefined;
}
