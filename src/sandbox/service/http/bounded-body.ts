/** Largest body that the sandbox reads, in bytes: 1 MiB. */
const BODY_LIMIT = 1024 * 1024;

/** A request whose body was read, and the text of the body; `null` if it has none. */
export interface BoundedRequest {
  request: Request;
  body: string | null;
}

/** Reason why a body cannot be read. `incomplete`: the connection ended before the body did. */
type BodyFailure = 'too_large' | 'incomplete';

/** Reads the body of a request, at most 1 MiB of it. @returns the request with the same body, to be read again */
export async function withBoundedBody(request: Request): Promise<BoundedRequest | BodyFailure> {
  if (request.body === null) return { request, body: null };
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT) return 'too_large';
  const bytes = await bytesOf(request).catch(() => 'incomplete' as const);
  if (typeof bytes === 'string') return bytes;
  const { url, method, headers } = request;
  // Some servers pass an object that only resembles a Request. The body stays bytes: a string would add a Content-Type.
  const again = new Request(url, { method, headers, ...(bytes.length && { body: bytes }) });
  return { request: again, body: bytes.length ? new TextDecoder().decode(bytes) : null };
}

async function bytesOf(request: Request): Promise<Uint8Array<ArrayBuffer> | 'too_large'> {
  const body = request.body as ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
  // Firefox shows no stream of a request: https://bugzil.la/1387483
  if (!body) {
    const all = new Uint8Array(await request.arrayBuffer());
    return all.byteLength > BODY_LIMIT ? 'too_large' : all;
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body.getReader();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.byteLength;
    if (length > BODY_LIMIT) {
      await reader.cancel();
      return 'too_large';
    }
  }
  const [first] = chunks;
  if (chunks.length === 1 && first) return first;
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
