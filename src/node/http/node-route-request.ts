import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { VaultError } from '../../protocol/index.ts';
import type { RouteRequest, RouteResponse } from '../../bff/index.ts';
import { peerAddressOf, rememberNodeRequest } from './node-request.ts';

/** A Node request with properties that frameworks add. */
export interface HostRequest extends IncomingMessage {
  /** The full request target. Express and Connect set it when a router strips a prefix from `url`. */
  originalUrl?: string;
  /** The body that a body parser has read. */
  body?: unknown;
  /** The client's address according to the proxies that the framework trusts (Express). */
  ip?: string | undefined;
}

const BODY_IS_GONE =
  'A body parser has read the body of this request but did not set req.body. Mount the backend before the body parser.';

const decoder = new TextDecoder();

/** Reads a Node request as the routes do, without a `Request` of the Web. */
export class NodeRouteRequest implements RouteRequest {
  readonly method: string;
  readonly target: string;
  readonly #incoming: HostRequest;
  readonly #outgoing: ServerResponse;
  readonly #addressOf: (incoming: HostRequest) => string | undefined;
  #webRequest: Request | undefined;
  /** Set if the body was too long to be read. */
  #isTooLong = false;

  /** @param addressOf returns the client's IP address; `undefined` if it is unknown */
  constructor(
    incoming: HostRequest,
    outgoing: ServerResponse,
    addressOf: (incoming: HostRequest) => string | undefined,
  ) {
    this.method = incoming.method ?? 'GET';
    this.target = targetOf(incoming);
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#addressOf = addressOf;
    // Node keeps the address of a connection that has closed only if it was read before. Callers must not escape their limit by leaving.
    peerAddressOf(incoming);
  }

  readonly header = (name: string): string | null => {
    const value = this.#incoming.headers[name];
    return typeof value === 'string' ? value : (value?.join(', ') ?? null);
  };

  /** IP address of the client. */
  get clientAddress(): string | undefined {
    return this.#addressOf(this.#incoming);
  }

  /** The request of the Web, for functions of the host. It has no body: the routes read it. */
  get webRequest(): Request {
    return (this.#webRequest ??= webRequestOf(this.#incoming, this.#outgoing, this.target));
  }

  /** @throws VaultError `configuration_error` if a body parser of the host has left no body */
  async readText(mostBytes: number): Promise<string | undefined> {
    const incoming = this.#incoming;
    if (incoming.readableDidRead || incoming.readableEnded)
      return textWithin(parsedBodyOf(incoming), mostBytes);
    const isTooLong = Number(incoming.headers['content-length']) > mostBytes;
    const text = isTooLong ? undefined : await readBody(incoming, mostBytes);
    this.#isTooLong = text === undefined;
    return text;
  }

  /** Writes the response, unless the host has answered meanwhile. If the rest of a body that is too long would arrive, closes the connection. */
  respond({ status, headers, cookies, body }: RouteResponse): void {
    const outgoing = this.#outgoing;
    // Some hosts answer slow requests themselves.
    if (outgoing.headersSent) return;
    const fields: Record<string, string | number | string[]> = { ...headers };
    if (cookies.length) fields['set-cookie'] = [...cookies];
    if (body !== null) fields['content-length'] = Buffer.byteLength(body);
    if (this.#isTooLong && this.#incoming.httpVersionMajor < 2) fields.connection = 'close';
    outgoing.writeHead(status, fields);
    if (body === null || this.method === 'HEAD') outgoing.end();
    else outgoing.end(body);
  }
}

/** Returns the path and query of a request. Some clients send an absolute URL instead. @see RFC 9112 section 3.2.2 */
export function targetOf({ originalUrl, url = '/' }: HostRequest): string {
  const target = originalUrl ?? url;
  if (target.startsWith('/')) return target;
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

let hasWarned = false;

/** Returns the bytes that a body parser of the host has left. */
function parsedBodyOf({ body, readableDidRead }: HostRequest): Buffer {
  if (body === undefined) {
    if (!readableDidRead) return Buffer.alloc(0);
    if (!hasWarned) process.emitWarning(BODY_IS_GONE, 'VaultlinkWarning');
    hasWarned = true;
    throw new VaultError('configuration_error', BODY_IS_GONE);
  }
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

const textWithin = (bytes: Buffer, mostBytes: number): string | undefined =>
  bytes.byteLength > mostBytes ? undefined : decoder.decode(bytes);

/** Reads a body. Does not use the iterator of the stream, which costs several times as much. */
function readBody(incoming: IncomingMessage, mostBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    const fail = () => {
      stop();
      reject(new Error('The body was cut off.'));
    };
    const stop = () => {
      incoming.off('data', add).off('end', finish).off('close', fail).off('error', fail);
    };
    const add = (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes <= mostBytes) {
        chunks.push(chunk);
        return;
      }
      // The rest flows without a reader, because over HTTP/2 a request that is not read to its end is never closed.
      stop();
      resolve(undefined);
    };
    const finish = () => {
      stop();
      resolve(decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    };
    // The client may have gone away while the routes waited for something else.
    if (incoming.destroyed) fail();
    else incoming.on('data', add).on('end', finish).on('close', fail).on('error', fail);
  });
}

function webRequestOf(incoming: HostRequest, outgoing: ServerResponse, target: string): Request {
  const { headers, rawHeaders, socket, method } = incoming;
  const scheme = (socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
  const host = headers.host ?? headers[':authority']?.toString() ?? 'localhost';
  const fields = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!name.startsWith(':')) fields.append(name, value);
  }
  const abort = new AbortController();
  if (outgoing.destroyed) abort.abort();
  outgoing.once('close', () => {
    // Over HTTP/2, the response counts as finished although it was never written.
    if (!outgoing.writableEnded) abort.abort();
  });
  // Nothing depends on the host, so a malformed one is no reason to fail.
  const origin = URL.canParse(`${scheme}://${host}`)
    ? `${scheme}://${host}`
    : `${scheme}://localhost`;
  const request = new Request(new URL(origin).origin + target, {
    ...(method !== undefined && { method }),
    headers: fields,
    signal: abort.signal,
  });
  rememberNodeRequest(request, incoming);
  return request;
}
