/** Headers by name, in lower case. */
export type ReplyHeaders = Readonly<Record<string, string>>;

/** Statuses whose answers have no body. */
const EMPTY_STATUSES = [204, 205, 304];

const texts = new WeakMap<Response, string>();

/** The body of an answer as text, without reading it; `null` where it has none. */
export const textOfReply = (answer: Response): string | null => texts.get(answer) ?? null;

/** An answer that nobody keeps. No body where the status allows none. */
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
