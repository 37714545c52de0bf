import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import type { ServiceTransport, TransportRequest, TransportResponse } from '../../bff/index.ts';

/**
 * Creates a transport on undici, without its streams: the cheapest way to the service on Node. `test/bench/push.ts` measures it.
 *
 * @param dispatcher default: a new one that keeps connections open
 */
export function undiciTransport(dispatcher: Dispatcher = new Agent()): ServiceTransport {
  return ({ url, method, headers, body = null, ...limits }) =>
    new Promise((resolve, reject) => {
      const { origin, pathname, search } = new URL(url);
      const reader = createReader(limits, resolve, reject);
      dispatcher.dispatch({ origin, path: pathname + search, method, headers, body }, reader);
    });
}

const decoder = new TextDecoder();

/** Statuses of responses without a body. undici fails if such a response has a length. @see https://fetch.spec.whatwg.org/#null-body-status */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Decoders by content coding. A service may use a coding although the request asks for none. @see RFC 9110 section 12.5.3 */
const DECODERS: ReadonlyMap<unknown, typeof gunzipSync> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** Creates the handler that reads one response. */
function createReader(
  { timeoutMs, mostBytes }: Pick<TransportRequest, 'timeoutMs' | 'mostBytes'>,
  resolve: (response: TransportResponse) => void,
  reject: (error: unknown) => void,
): Dispatcher.DispatchHandler {
  let response: Omit<TransportResponse, 'text'> | undefined;
  let chunks: Buffer[] = [];
  let bytes = 0;
  let connection: Dispatcher.DispatchController | undefined;
  let isOver = false;
  const timer = setTimeout(() => {
    end(new DOMException('The time is over.', 'TimeoutError'));
  }, timeoutMs);

  /** Settles with what has arrived. @param error why nothing more arrives */
  function end(error?: Error): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    const isWhole = !error || (response && WITHOUT_BODY.has(response.status));
    if (response)
      resolve({
        ...response,
        text: isWhole ? textOf(chunks, response.headers, mostBytes) : undefined,
      });
    else reject(error);
    chunks = [];
    if (error) connection?.abort(error);
  }

  return {
    onRequestStart(controller) {
      connection = controller;
      // The timeout can pass while the request waits for a connection.
      if (isOver) controller.abort(new Error('The time is over.'));
    },
    onResponseStart(_, status, headers) {
      // Informational responses come before the one that counts.
      if (status >= 200) response = { status, headers };
    },
    onResponseData(_, chunk) {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) end(new Error('The response is too long.'));
      else chunks.push(chunk);
    },
    onResponseEnd() {
      end();
    },
    onResponseError(_, error) {
      end(error);
    },
  };
}

/**
 * Decodes a body. Most responses arrive in one piece.
 *
 * @returns `undefined` if it is compressed and cannot be decoded, or becomes too long
 */
function textOf(
  chunks: readonly Buffer[],
  headers: TransportResponse['headers'],
  mostBytes: number,
): string | undefined {
  const [first] = chunks;
  if (!first) return '';
  const body = chunks.length === 1 ? first : Buffer.concat(chunks);
  const decode = DECODERS.get(headers['content-encoding']);
  if (!decode) return decoder.decode(body);
  try {
    return decoder.decode(decode(body, { maxOutputLength: mostBytes }));
  } catch {
    return undefined;
  }
}
