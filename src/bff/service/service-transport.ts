import { readTextWithin } from '../text-within.ts';

/** A request to the service. */
export interface TransportRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Default: no body. */
  body?: string | undefined;
  /** Timeout of the request and of reading its response, in milliseconds. */
  timeoutMs: number;
  /** Maximum size of the response. What is longer is not read. */
  mostBytes: number;
}

/** A response of the service. */
export interface TransportResponse {
  status: number;
  /** Values by name in lower case. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body; `undefined` if it was cut off or is too long. */
  text: string | undefined;
}

/**
 * Sends one request, once, and reads its response. Does not follow redirects, so that secrets are sent only to the service.
 *
 * Rejects if there is no response: with an error named `TimeoutError` after `timeoutMs`, else with an error that has the `code` of the system, such as
 * `ECONNREFUSED`, itself or in its `cause`. The code tells whether a push may be repeated.
 */
export type ServiceTransport = (request: TransportRequest) => Promise<TransportResponse>;

/**
 * Creates a transport from `fetch`, for any runtime.
 *
 * @param fetch default: the global one, as it is when a request is sent
 */
export function fetchTransport(
  fetch: (url: string, init: RequestInit) => Promise<Response> = (...parameters) =>
    globalThis.fetch(...parameters),
): ServiceTransport {
  return async ({ url, method, headers, body = null, timeoutMs, mostBytes }) => {
    // `AbortSignal.timeout` cannot be cancelled: thousands of timers would outlive their requests.
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new DOMException('The time is over.', 'TimeoutError')),
      timeoutMs,
    );
    try {
      const response = await fetch(url, {
        ...{ method, headers, body, redirect: 'manual', signal: timeout.signal },
        // Old settings of Workers refuse the field, and only a GET could be answered by a cache.
        ...(method === 'GET' && { cache: 'no-store' }),
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await textOf(response, mostBytes).catch(() => undefined),
      };
    } catch (error) {
      throw timeout.signal.aborted ? timeout.signal.reason : error;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** @returns `undefined` if the body is too long */
async function textOf(response: Response, mostBytes: number): Promise<string | undefined> {
  const { headers, body } = response;
  const length = headers.get('content-length');
  // A compressed body can expand to any length.
  if (length === null || headers.has('content-encoding')) {
    return readTextWithin(body, mostBytes);
  }
  // The HTTP client enforces the announced length, so counting bytes would only add cost.
  if (Number(length) <= mostBytes) return response.text();
  await body?.cancel();
  return undefined;
}
