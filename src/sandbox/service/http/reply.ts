/** Headers by name, in lower case. */
export type ReplyHeaders = Readonly<Record<string, string>>;

/** Statuses whose answers have no body. */
const EMPTY_STATUSES = [204, 205, 304];

/** An answer that nobody keeps. No body where the status allows none. */
export function reply(
  status: number,
  body: string | ReadableStream<Uint8Array> | null,
  headers: ReplyHeaders = {},
): Response {
  const content = EMPTY_STATUSES.includes(status) ? null : body;
  const all = new Headers({ 'cache-control': 'no-store', ...headers });
  if (content === null) all.delete('content-type');
  return new Response(content, { status, headers: all });
}

/** JSON that nobody keeps. */
export const jsonReply = (status: number, body: unknown, headers: ReplyHeaders = {}): Response =>
  reply(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

/** "Any other error" of the interface. @see interface §7 */
export const errorsReply = (
  status: number,
  messages: string[],
  headers: ReplyHeaders = {},
): Response => jsonReply(status, { errors: { base: messages } }, headers);

/** Sends a browser on with a GET, whatever the request was. @see RFC 9700 section 4.12 */
export const seeOther = (location: string): Response => reply(303, null, { location });
