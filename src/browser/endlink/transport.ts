/**
 * Sends reports from the page: by `fetch`, or as a redirect that takes the seller away. A relay and a dry run are parts of their own.
 *
 * @module
 */
import { isServiceUrl, outcomeUrl, TOKEN_PARAMETER } from '../../protocol/endlink.ts';
import type { Answer } from './lifecycle.ts';
import { isDryRun } from './options.ts';
import type { EndlinkOptions, Via } from './options.ts';
import type { EndlinkEngine, Transport } from './parts.ts';
import { relayRequest } from './relay-request.ts';

/** Milliseconds until the answer to a request is given up. */
const TIMEOUT_MS = 10_000;

/** Number of characters of an answer's body that are passed on. */
const BODY_LENGTH = 100_000;

/**
 * The way for a report. The code of `fetch` is here already, so that nothing has to be loaded between a click and its request.
 *
 * @returns `undefined` where the part behind it cannot be had now
 */
export async function chooseTransport(
  engine: EndlinkEngine,
  via: Via | undefined,
): Promise<Transport | undefined> {
  const { options } = engine;
  if (isDryRun(options)) return (await loadInTime(engine, 'dry-run'))?.send;
  if (via === 'relay') return (await loadInTime(engine, 'relay'))?.send;
  return via === 'redirect' ? redirectTransport(options) : fetchTransport(options);
}

/** Loads a part, and gives up a download that takes too long: the report is tried again. */
const loadInTime = <Name extends 'dry-run' | 'relay'>(engine: EndlinkEngine, name: Name) =>
  Promise.race([engine.load(name), pause(TIMEOUT_MS)]);

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

/** Returns whether the options name nobody to report to by this way. */
export function isMisconfigured(options: EndlinkOptions, via: string | undefined): boolean {
  return via !== 'relay' && !isDryRun(options) && !isServiceUrl(options.baseUrl ?? '');
}

/**
 * A plain GET without a header of its own, which needs no preflight. A service worker of the page's, or a page of its own origin, is not the
 * service: only an answer that came from another origin, with CORS, says something. Nor does an answer to another request: a service worker
 * that looks into its cache with `ignoreSearch` gives one token the answer of another.
 *
 * @see interface §4.4
 */
export function fetchTransport({ baseUrl }: EndlinkOptions): Transport {
  return async ({ outcome, token }) => {
    const isUnsent = !navigator.onLine;
    try {
      const url = outcomeUrl(baseUrl!, outcome, token);
      return await request(
        url,
        { credentials: 'omit', redirect: 'manual' },
        (response) => isCrossOrigin(response) && isAnswerTo(url, response),
      );
    } catch {
      return { status: 0, isUnsent };
    }
  };
}

const isCrossOrigin = ({ type }: Response) => type === 'cors';

/** Returns whether an answer came from the address of its request. One that a script of the page has made, such as a mock, has no address. */
const isAnswerTo = (requested: string, { url }: Response) =>
  !url || reportedAt(url) === reportedAt(requested);

/** Returns what an address reports. A script of the page may have added a parameter. */
function reportedAt(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  return `${origin + pathname}?${searchParams.get(TOKEN_PARAMETER)}`;
}

/** Takes the seller to the service's own page. Where the page stays, because there is no answer, nothing is known. */
function redirectTransport({ baseUrl }: EndlinkOptions): Transport {
  return async ({ outcome, token }) => {
    const isUnsent = !navigator.onLine;
    try {
      location.replace(outcomeUrl(baseUrl!, `${outcome}.html`, token));
      await pause(TIMEOUT_MS);
      // The next attempt must not overlap with this one.
      stop();
    } catch {
      // The token makes no URL.
    }
    return { status: 0, isUnsent };
  };
}

/** Sends from a page that is being left, and reads no answer: no part can be loaded any more. */
export function leavingTransport(options: EndlinkOptions, via: Via | undefined): Transport {
  if (via !== 'relay') return fetchTransport(options);
  return async ({ outcome, token }) => {
    const { url, init } = relayRequest(options, outcome, token);
    await request(url, init, () => false).catch(() => undefined);
    return { status: 0 };
  };
}

/**
 * Makes one request and reads its answer, for ten seconds at most. `keepalive` lets it outlive the page.
 *
 * @param isAuthentic whether the answer comes from who was asked, and not from something in between
 * @throws whatever `fetch` throws
 */
export async function request(
  url: string,
  init: RequestInit,
  isAuthentic: (response: Response, body: string) => boolean,
): Promise<Answer> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A script of the page that wraps `fetch` may not pass the signal on.
  const timeLimit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      controller.abort();
      resolve(undefined);
    }, TIMEOUT_MS);
  });
  try {
    const { signal } = controller;
    const response = await Promise.race([
      fetch(url, {
        keepalive: true,
        ...init,
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal,
      }),
      timeLimit,
    ]);
    if (!response) return { status: 0 };
    // The status decides: a body that breaks off, or does not end, takes nothing back.
    const body = (await Promise.race([response.text().catch(() => ''), timeLimit])) ?? '';
    return {
      status: isAuthentic(response, body) ? response.status : 0,
      isRedirect: response.type === 'opaqueredirect',
      retryAfter: response.headers.get('retry-after'),
      body: body.slice(0, BODY_LENGTH),
    };
  } finally {
    clearTimeout(timer);
  }
}
