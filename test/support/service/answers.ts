/** A request that reached the stand-in for the service. */
export interface ServiceRequest {
  /** The chapter of the interface that its path belongs to. */
  kind: 'token' | 'push' | 'outcome';
  url: string;
  path: string;
  method: string;
  redirect: RequestRedirect;
  headers: Record<string, string>;
  /** The parsed body; empty where there is none. */
  body: Record<string, unknown>;
  /** The user whose token was sent, as named in `authorizeUser`. */
  user: string | undefined;
  /** By the clock of the stand-in. */
  receivedAtMs: number;
}

/**
 * Answers one request in another way than the service would.
 *
 * @param processRequest does what the service would do, such as revoking a token, and returns the answer that the service would give
 */
export type Answer = (
  request: ServiceRequest,
  processRequest: () => Response,
) => Response | Promise<Response>;

export const jsonResponse = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

export const withJson =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  () =>
    jsonResponse(status, body, headers);

/** A status without a body. */
export const withStatus =
  (status: number, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(null, { status, headers });

/** A body of any text, which says nothing of its type. */
export const withText =
  (text: string, status = 200): Answer =>
  () =>
    new Response(text, { status });

/** The service's form for every error but those of authentication. @see interface §7 */
export const withErrors = (
  status: number,
  messages: string | readonly string[] = `Refused with ${status}.`,
  headers: Record<string, string> = {},
): Answer => withJson(status, { errors: { base: [messages].flat() } }, headers);

/** The service's form for errors of authentication. @see interface §7 */
export const withOAuthError = (
  status: number,
  error: string,
  description = 'The service refuses it.',
): Answer => withJson(status, { error, error_description: description });

/** The refresh token or the code is not valid. */
export const invalidGrant = withOAuthError(400, 'invalid_grant');

/** The client id or the client secret is wrong. */
export const invalidClient = withOAuthError(401, 'invalid_client');

/** The access token is not valid. */
export const invalidToken = withOAuthError(401, 'invalid_token');

/** The network fails before the request reaches the service. */
export const brokenConnection: Answer = () => Promise.reject(new TypeError('fetch failed'));

/** A body that begins with this text and then breaks off. */
export const withCutBody =
  (text: string): Answer =>
  () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(text));
          controller.error(new TypeError('terminated'));
        },
      }),
      { status: 200, headers: { 'content-type': 'application/json' } },
    );
