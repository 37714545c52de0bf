import type { Network, NetworkEvent } from './network.ts';

/** Where a request comes from: what the browser would tell the service of the page. */
interface Sender {
  /** Origin of the page. */
  origin: string;
  userAgent: string;
}

/** Takes a page's requests to the service. */
export interface Transport {
  /**
   * Answers a page's `fetch` to the service as a browser would.
   *
   * @throws TypeError where a browser would: there is no answer, or the page may not read it
   */
  fetch(sender: Sender, url: string, init?: RequestInit): Promise<Response>;
  /**
   * Requests a document, because a page leads there.
   *
   * @returns `undefined` where the browser would show an error page
   */
  navigate(sender: Sender, url: string): Promise<Response | undefined>;
}

/** What a transport needs. */
export interface TransportOptions {
  /** The service: a function from request to answer. */
  service: (request: Request) => Promise<Response>;
  network: Network;
  /** Called when a request or its answer gets lost. */
  onEvent: (event: NetworkEvent) => void;
}

/** A transport that replaces the network between the survey pages and the service. */
export function createTransport(options: TransportOptions): Transport {
  const { network, onEvent } = options;
  // It may change while a request is on its way.
  const isOffline = () => !network.isOnline;

  async function deliver(request: Request, signal?: AbortSignal | null): Promise<Response> {
    if (signal?.aborted) throw signal.reason;
    if (isOffline()) fail('not sent');
    if (network.isNextRequestLost) {
      network.isNextRequestLost = false;
      await delay(network.latencyMs);
      fail('request lost');
    }
    await delay(network.latencyMs);
    // The service goes on where the page gives up.
    const answer = await orAborted(options.service(request), signal, () => onEvent('given up'));
    await delay(network.latencyMs);
    if (answer.type === 'error' || isOffline()) fail('answer lost');
    return answer;
  }

  function fail(event: NetworkEvent): never {
    onEvent(event);
    throw new TypeError('Failed to fetch');
  }

  return {
    async fetch(sender, url, init) {
      const answer = await deliver(requestOf(sender, url, init, FETCH_HEADERS), init?.signal);
      return readableAnswer(answer, sender.origin, init);
    },
    async navigate(sender, url) {
      return deliver(requestOf(sender, url, {}, NAVIGATION_HEADERS)).catch(() => undefined);
    },
  };
}

const FETCH_HEADERS = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const NAVIGATION_HEADERS = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };

/**
 * The request with the headers that a browser adds. `new Request()` drops them, but `new Headers()` does not.
 *
 * @see https://fetch.spec.whatwg.org/#forbidden-request-header
 */
function requestOf(
  { origin, userAgent }: Sender,
  url: string,
  { method = 'GET', headers, body = null }: RequestInit = {},
  browserHeaders: Record<string, string>,
): Request {
  const request = new Request(url, { method, body, headers: headers ?? {} });
  const all = new Headers(request.headers);
  all.set('host', new URL(url).host);
  all.set('user-agent', userAgent);
  all.set('sec-fetch-site', 'cross-site');
  for (const [name, value] of Object.entries(browserHeaders)) all.set(name, value);
  if (browserHeaders['sec-fetch-mode'] === 'cors') all.set('origin', origin);
  Object.defineProperty(request, 'headers', { value: all });
  return request;
}

/**
 * The answer as a page of another origin may read it.
 *
 * @throws TypeError where the service does not allow the origin (CORS), or redirects a request that may not be
 */
function readableAnswer(answer: Response, origin: string, init: RequestInit = {}): Response {
  const isRedirect = answer.status >= 300 && answer.status < 400 && answer.headers.has('location');
  if (isRedirect && init.redirect === 'manual') {
    return withProperties(new Response(), { type: 'opaqueredirect', status: 0, ok: false });
  }
  const allowed = answer.headers.get('access-control-allow-origin');
  if (isRedirect || (allowed !== '*' && allowed !== origin)) throw new TypeError('Failed to fetch');
  return withProperties(answer, { type: 'cors' });
}

/** Own properties hide the getters of the same names. */
function withProperties(response: Response, properties: Partial<Response>): Response {
  for (const [name, value] of Object.entries(properties))
    Object.defineProperty(response, name, { value });
  return response;
}

/** @throws what the signal says, where it aborts first */
async function orAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | null | undefined,
  onAbort: () => void,
): Promise<T> {
  if (!signal) return promise;
  let giveUp: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => {
      onAbort();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', giveUp);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (giveUp) signal.removeEventListener('abort', giveUp);
  }
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
