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

/** Milliseconds for which a request waits for its answer. */
const TIMEOUT_MS = 10_000;

/** Number of characters of an answer's body that are passed on. */
const BODY_LENGTH = 100_000;

/**
 * Returns the transport for a report. That of `fetch` is in this part, so that no download delays a request after a click.
 *
 * @returns `undefined` if the part with the transport cannot be downloaded now
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

/** Loads a part. Stops waiting for a download that takes too long; the report is then tried again. */
const loadInTime = <Name extends 'dry-run' | 'relay'>(engine: EndlinkEngine, name: Name) =>
  Promise.race([engine.load(name), pause(TIMEOUT_MS)]);

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

/** Returns whether the options name no valid address for reports by `via`. */
export function isMisconfigured(options: EndlinkOptions, via: string | undefined): boolean {
  return via !== 'relay' && !isDryRun(options) && !isServiceUrl(options.baseUrl ?? '');
}

/**
 * Creates the transport that sends a plain GET. It has no header of its own, so it needs no preflight.
 *
 * An answer counts only if it came from another origin, with CORS: otherwise a page of the own origin, or a service worker, may have made it. It must
 * also be the answer to this request: a service worker that uses its cache with `ignoreSearch` returns the answer for another token.
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

/** Returns whether an answer came from the address of its request. An answer that a script of the page has made, such as a mock, has no address. */
const isAnswerTo = (requested: string, { url }: Response) =>
  !url || reportedAt(url) === reportedAt(requested);

/** Returns what an address reports. A script of the page may have added a parameter. */
function reportedAt(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  return `${origin + pathname}?${searchParams.get(TOKEN_PARAMETER)}`;
}

/** Creates the transport that leads the seller to the service's own page. If this page stays, the result is unknown. */
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

/** Creates the transport of a page that is being left. It loads no part, because none would arrive in time, and it reads no answer of the relay. */
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
 * @param isAuthentic returns whether the answer comes from the requested server, and not from a service worker or a proxy
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
    // The status decides. It counts even if the body breaks off, or does not end.
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
