/** Headers by name, in lower case. */
export type ReplyHeaders = Readonly<Record<string, string>>;

/** Statuses whose responses have no body. */
const EMPTY_STATUSES = [204, 205, 304];

const texts = new WeakMap<Response, string>();

/** Returns the body of a response as text without consuming it; `null` if it has none. */
export const textOfReply = (answer: Response): string | null => texts.get(answer) ?? null;

/** Creates a response with `Cache-Control: no-store`. Leaves the body out if the status allows none. */
export function reply(
  status: number,
  body: string | ReadableStream<Uint8Array> | null,
  headers: ReplyHeaders = {},
): Response {
  const content = EMPTY_STATUSES.includes(status) ? null : body;
  const all = new Headers({ 'cache-control': 'no-store', ...headers });
  if (content === null) all.delete('content-type');
  const answer = new Response(content, { status, headers: all });
  // A page is a String object that marks its markup as escaped; a slice of it is plain text.
  if (content !== null && !(content instanceof ReadableStream)) texts.set(answer, content.slice(0));
  return answer;
}

/** Creates a JSON response with `Cache-Control: no-store`. */
export const jsonReply = (status: number, body: unknown, headers: ReplyHeaders = {}): Response =>
  reply(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

/** Creates the response to "any other error" of the interface. @see interface §7 */
export const errorsReply = (
  status: number,
  messages: readonly string[],
  headers: ReplyHeaders = {},
): Response => jsonReply(status, { errors: { base: messages } }, headers);

/** Redirects a browser with a GET, whatever the method of the request was. @see RFC 9700 section 4.12 */
export const seeOther = (location: string): Response => reply(303, null, { location });
