import type { BrowserContext, Request } from 'playwright-core';
import { ENDPOINT, explainPlaceholder, LIKE_ENDPOINT, likelyOutcome } from '../../check/index.ts';
import type { MistakenReport, SeenReport } from '../../check/index.ts';
import { isOutcome, outcomeUrl, TOKEN_PARAMETER } from '../../protocol/index.ts';
import type { Outcome, VaultErrorCode } from '../../protocol/index.ts';
import { fulfil } from './redirected-requests.ts';
import type { RedirectedRequest } from './redirected-requests.ts';
import type { StandIn } from './stand-in.ts';
import { holdsToken } from './token-forms.ts';

/** A request of a page or of a redirect. */
type Sent = RedirectedRequest & Pick<SeenReport, 'leaving'>;

/** Pattern of the paths that may be a relay: the last part is the outcome. */
const RELAY = /\/([a-z_]+)$/;

/** The origins that a visit knows. */
export interface VisitOrigins {
  /** Returns whether pages of the visit come from an origin. What is sent there reaches the buyer alone. */
  isOwn(origin: string): boolean;
  /** Returns whether a page names an origin in its base URL. */
  isService(origin: string): boolean;
}

/** A report of a page that was left. */
export interface LateReport {
  /** Names the report, which may arrive twice: from its page, and from the one after it. */
  id: string;
  report: string;
  method: string;
  leaving: SeenReport['leaving'];
}

/** The reports of a visit. */
export interface Reports {
  /** Grows during the visit. */
  list: readonly SeenReport[];
  /** Requests that were meant as reports. Grows during the visit. */
  mistaken: readonly MistakenReport[];
  /** Answers a request that is a report, or was meant as one; `undefined`: it is none. */
  answer(sent: Sent): Promise<Response | undefined>;
  /** Receives a report that the browser did not send, since its page was left. */
  receive(report: Omit<LateReport, 'id'>): Promise<void>;
}

/**
 * Answers all requests for an outcome from the sandbox, whatever the base URL of the page is, and whatever resembles one. No report is passed on to a relay,
 * because it would call the real service.
 *
 * @param onReport called after each report
 */
export async function interceptReports(
  context: BrowserContext,
  standIn: StandIn,
  origins: VisitOrigins,
  onReport: () => void,
): Promise<Reports> {
  const startMs = performance.now();
  const list: SeenReport[] = [];
  const mistaken: MistakenReport[] = [];
  let relayed: { outcome: Outcome; status: Promise<number> } | undefined;
  const note = (report: Omit<SeenReport, 'atMs' | 'address'>, url: URL) => {
    list.push({ ...report, atMs: performance.now() - startMs, address: addressOf(url) });
    onReport();
  };

  async function answerEndpoint({ url, method, headers, leaving }: Sent): Promise<Response> {
    const path = url.pathname.slice(url.pathname.indexOf('/api/v3/')) + url.search;
    const response = await standIn.answer({ path, headers, method });
    const [, outcome, html] = ENDPOINT.exec(url.pathname) ?? [];
    const token = url.searchParams.get(TOKEN_PARAMETER);
    if (method === 'GET' && token !== standIn.token)
      noteMistake({ url, method }, response.status, wrongTokenOf(token));
    else if (method === 'GET' && isOutcome(outcome))
      note(
        {
          outcome,
          way: html ? 'redirect' : 'fetch',
          status: response.status,
          ...(leaving && { leaving }),
          ...ownHeadersOf(headers),
        },
        url,
      );
    else if (!/^(GET|OPTIONS)$/.test(method)) noteMistake({ url, method }, response.status);
    return response;
  }

  /** Reports an outcome as a relay does. @returns the status of the service */
  async function relay({ url, leaving }: Sent, outcome: Outcome): Promise<number> {
    const { pathname, search } = new URL(outcomeUrl('http://127.0.0.1', outcome, standIn.token));
    const { status } = await standIn.answer({ path: pathname + search, headers: {} });
    note({ outcome, way: 'relay', status, ...(leaving && { leaving }) }, url);
    return status;
  }

  /** Answers as a relay does: the same call again is the question for its result, and no second report. */
  async function answerRelay(sent: Sent, outcome: Outcome): Promise<Response> {
    const { url } = sent;
    relayed ??= { outcome, status: relay(sent, outcome) };
    if (relayed.outcome !== outcome) {
      note({ outcome, way: 'relay', status: 409 }, url);
      return refusal('outcome_locked', 'The token has another outcome.');
    }
    return (await relayed.status) < 400
      ? Response.json({ result: 'confirmed', outcome })
      : refusal('outcome_rejected', 'The service refused the outcome.');
  }

  /** Answers as the service answers a path that it does not have. */
  function answerMistake(sent: Sent): Response {
    noteMistake(sent, 404);
    return Response.json(
      { error: 'not_found' },
      { status: 404, headers: { 'access-control-allow-origin': '*' } },
    );
  }

  function noteMistake(
    { url, method }: Pick<Sent, 'url' | 'method'>,
    status: number,
    wrongToken: Partial<MistakenReport> = {},
  ): void {
    mistaken.push({ address: addressOf(url), method, status, ...wrongToken });
    onReport();
  }

  /** Describes what stands in the place of the visit's token. */
  function wrongTokenOf(token: string | null): Partial<MistakenReport> {
    if (!token) return { token: token === null ? 'missing' : 'empty' };
    if (explainPlaceholder(token) === undefined) return { token: 'unknown' };
    const { searchParams } = new URL(standIn.landingUrl);
    const [tokenParam] = [...searchParams].find(([, value]) => value === standIn.token) ?? [];
    return { placeholder: token, tokenParam };
  }

  /** Returns whether a request was meant for the service, and would reach it or somebody else. */
  function isMistaken({ url, body, isPage }: Sent): boolean {
    if (origins.isOwn(url.origin)) return false;
    const hasToken = holdsToken(url.href, standIn.token) || holdsToken(body, standIn.token);
    if (origins.isService(url.origin)) return hasToken;
    if (!LIKE_ENDPOINT.test(url.pathname)) return false;
    // A page of the buyer may have such a path.
    return likelyOutcome(url.pathname) !== undefined || (hasToken && !isPage);
  }

  async function answer(sent: Sent): Promise<Response | undefined> {
    const { url, method, body } = sent;
    if (ENDPOINT.test(url.pathname)) return answerEndpoint(sent);
    const [, outcome] = RELAY.exec(url.pathname) ?? [];
    const isRelayed = method === 'POST' && body?.includes(JSON.stringify(standIn.token));
    if (isRelayed && isOutcome(outcome)) return answerRelay(sent, outcome);
    return isMistaken(sent) ? answerMistake(sent) : undefined;
  }

  const isCandidate = ({ pathname, origin }: URL) =>
    LIKE_ENDPOINT.test(pathname) || RELAY.test(pathname) || origins.isService(origin);
  await context.route(isCandidate, async (route) => {
    const response = await answer(sentOf(route.request()));
    return response ? fulfil(route, response) : route.fallback();
  });
  return {
    list,
    mistaken,
    answer: (sent) => (isCandidate(sent.url) ? answer(sent) : Promise.resolve(undefined)),
    async receive({ report, method, leaving }) {
      const url = new URL(report);
      // The body of a request to a relay is not known. It was sent by a page with the token, to an address that ends with an outcome.
      const body = method === 'POST' ? JSON.stringify(standIn.token) : null;
      await answer({ url, method, body, headers: {}, isPage: false, leaving });
    },
  };
}

/** Matches the headers that browsers add, or for which they ask nobody. */
const USUAL_HEADERS =
  /^(accept|accept-(charset|encoding|language)|cache-control|connection|content-(language|length)|cookie|dnt|host|origin|pragma|priority|purpose|range|referer|save-data|sec-.*|upgrade-insecure-requests|user-agent)$/;

/** Returns the names of the headers that a script has added to a report, if it has. */
function ownHeadersOf(headers: Sent['headers']): Pick<SeenReport, 'ownHeaders'> {
  const names = Object.keys(headers).filter((name) => !USUAL_HEADERS.test(name.toLowerCase()));
  return names.length ? { ownHeaders: names } : {};
}

const refusal = (error: VaultErrorCode, error_description: string): Response =>
  Response.json({ error, error_description }, { status: 409 });

const addressOf = ({ origin, pathname }: URL) => origin + pathname;

const sentOf = (request: Request): Sent => ({
  url: new URL(request.url()),
  method: request.method(),
  body: request.postData(),
  headers: request.headers(),
  isPage: request.isNavigationRequest(),
});
