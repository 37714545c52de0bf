import type { Breakage } from './sandbox-under-test.ts';

/** A JSON object of a request or a response. */
type Json = Record<string, unknown>;

export const isTokenRequest = (request: Request) => pathOf(request) === '/oauth/token';
export const isPush = (request: Request) => pathOf(request).endsWith('/push');
export const isEndlink = (request: Request) => pathOf(request).startsWith('/api/v3/endlinks/');
const pathOf = ({ url }: Request) => new URL(url).pathname;
export const endlinkTokenOf = ({ url }: Request) =>
  new URL(url).searchParams.get('service_endlink_token') ?? '';
export const bodyOf = async (request: Request) => (await request.clone().json()) as Json;
export const json = (status: number, body: unknown) => Response.json(body, { status });
const text = (status: number) => new Response('Something else', { status });

/** Answers requests to an address in a way of its own. */
const at =
  (isMeant: (request: Request) => boolean, answer: Breakage): Breakage =>
  (request, next) =>
    isMeant(request) ? answer(request, next) : next();

/** Changes the JSON of successful responses. */
const changed = (
  isMeant: (request: Request) => boolean,
  change: (body: Json, sent: Json) => Json,
): Breakage =>
  at(isMeant, async (request, next) => {
    const response = await next();
    if (!response.ok) return response;
    return json(response.status, change((await response.json()) as Json, await bodyOf(request)));
  });

const tokens = (change: (body: Json) => Json) => changed(isTokenRequest, change);
const pushed = (change: (body: Json) => Json) => changed(isPush, change);
const record = (change: Json) =>
  pushed((body) => ({ ...body, sellers_packet: { ...(body.sellers_packet as Json), ...change } }));

/** Changes the JSON of the token requests of one grant type before the sandbox reads it. */
const tokenRequest = (
  grantType: string,
  answer: (sent: Json, next: (body: Json) => Promise<Response>) => Promise<Response>,
): Breakage =>
  at(isTokenRequest, async (request, next) => {
    const sent = await bodyOf(request);
    if (sent.grant_type !== grantType) return next();
    return answer(sent, (body) => next(new Request(request, { body: JSON.stringify(body) })));
  });

/** Changes a push before the sandbox reads it. */
const pushRequest = (change: (sent: Json, request: Request) => Json): Breakage =>
  at(isPush, async (request, next) =>
    next(new Request(request, { body: JSON.stringify(change(await bodyOf(request), request)) })),
  );

/** Answers some pushes as if they had succeeded. */
const acceptedPush = (isAccepted: (sent: Json, request: Request) => boolean): Breakage =>
  at(isPush, async (request, next) => {
    const response = await next();
    const isMeant = !response.ok && isAccepted(await bodyOf(request), request);
    return isMeant
      ? json(200, { message: 'Data successfully synced', sellers_packet: {} })
      : response;
  });

/** The same for calls of endlink endpoints. */
const endlinkCall = (call: string, answer: Breakage): Breakage =>
  at((request) => pathOf(request) === `/api/v3/endlinks/${call}`, answer);

/** Accepts calls that the sandbox refuses with a message. */
const acceptedEndlink = (isMeant: (message: string, request: Request) => boolean): Breakage =>
  at(isEndlink, async (request, next) => {
    const response = await next();
    const message = await response.clone().text();
    return !response.ok && isMeant(message, request) ? json(200, {}) : response;
  });

/** Accepts token requests that the sandbox refuses with a message, and answers them as it answered the latest one. */
function acceptedTokens(pattern: RegExp): Breakage {
  let latest: unknown;
  return at(isTokenRequest, async (_, next) => {
    const response = await next();
    const body = (await response.clone().json()) as Json;
    if (response.ok) latest = body;
    return pattern.test(String(body.error_description)) ? json(200, latest) : response;
  });
}

const holds = (payload: unknown, answer: unknown) =>
  Object.values((payload ?? {}) as Json).includes(answer);

/** Passes a call with a valid token to another address of the sandbox, which decides the effect. */
const reportedAs = (call: string, other: string): Breakage =>
  endlinkCall(call, (request, next) => {
    const url = request.url.replace(`/${call}?`, `/${other}?`);
    return next(new Request(url, request));
  });

/** A sandbox whose responses break one rule each, by the id of the rule. */
export const RESPONSE_BREAKAGES: Readonly<Record<string, () => Breakage>> = {
  'code-exchange': () => tokenRequest('authorization_code', () => Promise.resolve(text(500))),
  'code-single-use': () => acceptedTokens(/code has been used/),
  'token-response-access-token': () => tokens((body) => ({ ...body, access_token: null })),
  'token-response-token-type': () => tokens((body) => ({ ...body, token_type: 'MAC' })),
  'token-response-expires-in': () =>
    tokens((body) => {
      const { expires_in, ...rest } = body;
      return expires_in ? rest : body;
    }),
  'token-response-refresh-token': () => tokens((body) => ({ ...body, refresh_token: 7 })),
  'token-response-scope': () => tokens((body) => ({ ...body, scope: 'read' })),
  'token-response-created-at': () => tokens((body) => ({ ...body, created_at: 1_770_000_000 })),
  'client-secret-checked': () => acceptedTokens(/client_secret do not belong/),
  'redirect-uri-checked': () => acceptedTokens(/redirect_uri is not/),
  'code-verifier-checked': () => acceptedTokens(/code_verifier does not belong/),
  'code-of-its-client': () => acceptedTokens(/code is not valid/),
  'token-endpoint-error': () =>
    at(isTokenRequest, async (_, next) => {
      const response = await next();
      return response.status === 401 ? json(401, { error: 'invalid_client' }) : response;
    }),
  'token-address': () =>
    at(isTokenRequest, async (request, next) =>
      Object.keys(await bodyOf(request)).length ? next() : text(404),
    ),
  refresh: () => tokenRequest('refresh_token', () => Promise.resolve(text(500))),
  'refresh-shape': () =>
    tokenRequest('refresh_token', async (sent, next) => {
      const response = await next(sent);
      const body = (await response.json()) as Json;
      return json(response.status, response.ok ? { ...body, more: true } : body);
    }),
  'refresh-chain': () => {
    const refreshed = new Set<unknown>();
    return tokenRequest('refresh_token', async (sent, next) => {
      if (refreshed.has(sent.refresh_token)) return json(400, { error: 'invalid_grant' });
      const response = await next(sent);
      const body = (await response.clone().json()) as Json;
      if (response.ok) refreshed.add(body.refresh_token);
      return response;
    });
  },
  'refresh-token-single-use': () => acceptedTokens(/refresh token has been revoked/),
  'refresh-of-its-client': () => acceptedTokens(/refresh token is not valid/),
  'refreshed-access-token': () => {
    const refreshed = new Set<unknown>();
    return async (request, next) => {
      const response = await next();
      if (isTokenRequest(request) && (await bodyOf(request)).grant_type === 'refresh_token') {
        refreshed.add(((await response.clone().json()) as Json).access_token);
      }
      const bearer = request.headers.get('authorization')?.replace('Bearer ', '');
      return isPush(request) && refreshed.has(bearer) ? text(401) : response;
    };
  },
  push: () => at(isPush, async (_, next) => ((await next()).ok ? text(500) : next())),
  'push-message': () => pushed((body) => ({ ...body, message: 'Data synced' })),
  'push-sellers-packet': () => pushed((body) => ({ ...body, sellers_packet: [] })),
  'sellers-packet-id': () => record({ id: 7 }),
  'sellers-packet-packet-id': () => record({ packet_id: 'another' }),
  'sellers-packet-account-id': () => record({ account_id: undefined }),
  'sellers-packet-beneficiary-account-id': () => record({ beneficiary_account_id: undefined }),
  'sellers-packet-status': () => record({ status: 'draft' }),
  'sellers-packet-autosell-setting': () => record({ autosell_setting: null }),
  'sellers-packet-created-at': () => record({ created_at: '2026-03-01T12:00:00Z' }),
  'sellers-packet-updated-at': () => record({ updated_at: 1_770_000_000 }),
  'sellers-packet-first-published-at': () => record({ first_published_at: null }),
  'push-saves-answers': () =>
    pushRequest(({ payload, ...sent }) => {
      return { ...sent, payload: holds(payload, '') ? { size: '' } : payload };
    }),
  'push-null': () =>
    at(isPush, async (request, next) => {
      const { payload } = await bodyOf(request);
      return holds(payload, null)
        ? json(422, { errors: { base: ['drink: must be a string.'] } })
        : next();
    }),
  'push-null-saved': () =>
    pushRequest(({ payload, ...sent }) => ({
      ...sent,
      payload: holds(payload, null) ? { drink: '' } : payload,
    })),
  'push-id-mismatch': () =>
    pushRequest((sent, request) => {
      const [, , , , id] = pathOf(request).split('/');
      return 'id' in sent ? { ...sent, id } : sent;
    }),
  'push-own-packets': () =>
    at(isPush, async (_, next) => {
      const response = await next();
      return response.status === 403
        ? json(200, { message: 'Data successfully synced' })
        : response;
    }),
  'push-string-answers': () => acceptedPush(({ payload }) => holds(payload, true)),
  'push-id-required': () => acceptedPush((sent) => !('id' in sent)),
  'push-payload-required': () => acceptedPush((sent) => !('payload' in sent)),
  'validation-error': () =>
    at(isPush, async (_, next) => {
      const response = await next();
      return response.status === 422 ? json(422, { errors: ['Something is wrong.'] }) : response;
    }),
  'push-without-token': () => acceptedPush((_, { headers }) => !headers.has('authorization')),
  'push-invalid-token': () =>
    at(isPush, async (request, next) => {
      const response = await next();
      const isInvalid = request.headers.get('authorization')?.endsWith('no-token');
      return isInvalid ? json(400, await response.json()) : response;
    }),
  'push-invalid-token-error': () =>
    at(isPush, async (_, next) => {
      const response = await next();
      return response.status === 401 ? text(401) : response;
    }),
  'endlink-complete': () => endlinkCall('complete', () => text(500)),
  'endlink-fail': () => endlinkCall('fail', () => text(500)),
  'endlink-quota-full': () => endlinkCall('quota_full', () => text(500)),
  'endlink-screenout': () => endlinkCall('screenout', () => text(500)),
  'endlink-complete-html': () => endlinkCall('complete.html', () => text(404)),
  'endlink-fail-html': () => endlinkCall('fail.html', () => text(404)),
  'endlink-quota-full-html': () => endlinkCall('quota_full.html', () => text(404)),
  'endlink-screenout-html': () => endlinkCall('screenout.html', () => text(404)),
  'effect-of-complete': () => reportedAs('complete', 'fail'),
  'effect-of-complete-html': () => reportedAs('complete.html', 'fail.html'),
  'effect-of-fail': () => reportedAs('fail', 'complete'),
  'effect-of-fail-html': () => reportedAs('fail.html', 'complete.html'),
  'effect-of-quota-full': () => reportedAs('quota_full', 'complete'),
  // It spends no token at all.
  'effect-of-quota-full-html': () => endlinkCall('quota_full.html', () => text(200)),
  'effect-of-screenout': () => reportedAs('screenout', 'complete'),
  'effect-of-screenout-html': () => reportedAs('screenout.html', 'complete.html'),
  'endlink-token-required': () => acceptedEndlink((message) => message.includes('is required')),
  'endlink-unknown-token': () => acceptedEndlink((message) => message.includes('is not valid')),
  'endlink-token-single-use': () => {
    const accepted = new Set<string>();
    return at(isEndlink, async (request, next) => {
      const response = await next();
      if (response.ok) accepted.add(request.url);
      return accepted.has(request.url) ? json(200, {}) : response;
    });
  },
  'endlink-token-consumed-by-any': () => acceptedAfter('screenout'),
  'endlink-token-consumed-by-html': () => acceptedAfter('fail.html'),
};

/** Accepts a second call of another address once this one has been called with the token. */
function acceptedAfter(call: string): Breakage {
  const spent = new Set<string>();
  return at(isEndlink, async (request, next) => {
    const token = endlinkTokenOf(request);
    const response = await next();
    if (response.ok && pathOf(request).endsWith(`/${call}`)) spent.add(token);
    return !response.ok && spent.has(token) ? json(200, {}) : response;
  });
}
