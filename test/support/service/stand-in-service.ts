import { jsonResponse } from './answers.ts';
import type { Answer, ServiceRequest } from './answers.ts';
import { Endpoint } from './endpoint.ts';
import { pushReply } from './replies.ts';
import { TokenLedger } from './token-ledger.ts';
import type { Revocation } from './token-ledger.ts';

/** How the stand-in differs from the default. */
export interface StandInOptions {
  /** Default: at once. */
  revokes?: Revocation;
  /** The clock by which access tokens expire. Default: a clock that stands still. */
  now?: () => number;
  /** Takes tokens that it did not issue: those of users who were connected before it started. Default: no. */
  takesAnyToken?: boolean;
}

const TOKEN_PATH = '/oauth/token';
const OUTCOME_PATHS = '/api/v3/endlinks/';
const PUSH_PATH = /^\/api\/v5\/packets\/([^/]+)\/sellers_packets\/push$/;

/** What each token request must hold. @see interface §4.2 */
const TOKEN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  authorization_code: [
    ...['code', 'code_verifier', 'client_secret', 'client_id', 'redirect_uri', 'state'],
  ],
  refresh_token: ['refresh_token', 'client_secret', 'client_id', 'redirect_uri'],
};

const isFilled = (value: unknown) => typeof value === 'string' && value !== '';

const validationError = (message: string) => jsonResponse(422, { errors: { base: [message] } });

/**
 * The stand-in for the remote service, in process: it issues tokens, takes pushes with a valid access token, and confirms every outcome.
 * Tests steer each of its three endpoints by sentences, such as `service.tokenEndpoint.loseNextAnswer()`.
 *
 * The sandbox is used instead where the behaviour of the service itself matters: consent, endlinks, limits, its many switches.
 *
 * @see interface §3, §4
 */
export function standInService({
  revokes = 'at once',
  now = () => 0,
  takesAnyToken = false,
}: StandInOptions = {}) {
  const ledger = new TokenLedger(revokes, now);
  const tokenEndpoint = new Endpoint();
  const pushEndpoint = new Endpoint();
  const outcomeEndpoint = new Endpoint();
  const endpoints = { token: tokenEndpoint, push: pushEndpoint, outcome: outcomeEndpoint };
  const requests: ServiceRequest[] = [];

  function issueTokens({ body }: ServiceRequest): Response {
    const fields = TOKEN_FIELDS[String(body.grant_type)] ?? [];
    const invalid = (error: string) =>
      jsonResponse(400, { error, error_description: 'It is not valid.' });
    if (!fields.length || !fields.every((field) => isFilled(body[field])))
      return invalid('invalid_request');
    if (body.grant_type === 'authorization_code') {
      return jsonResponse(200, ledger.authorizeUser(''));
    }
    const reply = ledger.refresh(String(body.refresh_token));
    if (reply) return jsonResponse(200, reply);
    return takesAnyToken ? jsonResponse(200, ledger.authorizeUser('')) : invalid('invalid_grant');
  }

  function takePush({ path, headers, body }: ServiceRequest): Response {
    const accessToken = tokenIn(headers, body);
    const isValid = takesAnyToken ? accessToken !== '' : ledger.useAccessToken(accessToken);
    if (!isValid) {
      return jsonResponse(401, { error: 'invalid_token', error_description: 'It is expired.' });
    }
    const packetId = PUSH_PATH.exec(path)?.[1] ?? '';
    if (body.id !== packetId) return validationError('The id differs from that of the path.');
    const answers = Object.values((body.payload ?? {}) as Record<string, unknown>);
    const areTexts = answers.every((answer) => answer === null || typeof answer === 'string');
    if (!areTexts) return validationError('An answer is neither a string nor null.');
    return jsonResponse(200, pushReply(packetId));
  }

  function processRequest(request: ServiceRequest): Response {
    if (request.kind === 'token') return issueTokens(request);
    if (request.kind === 'push') return takePush(request);
    return jsonResponse(200, {});
  }

  /** In place of `fetch`. A request that is given up rejects as with `fetch`. */
  async function fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const path = new URL(url).pathname;
    const kind = kindOf(path);
    const headers = Object.fromEntries(new Headers(init.headers));
    const text = typeof init.body === 'string' ? init.body : '';
    const body = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
    const request: ServiceRequest = {
      ...{ kind, url, path, headers, body },
      method: init.method ?? 'GET',
      redirect: init.redirect ?? 'follow',
      user: ledger.userOf(tokenIn(headers, body)),
      receivedAtMs: now(),
    };
    requests.push(request);
    const answer = endpoints[kind].answer(request, () => processRequest(request));
    return init.signal ? untilAborted(answer, init.signal) : answer;
  }

  return {
    tokenEndpoint,
    pushEndpoint,
    outcomeEndpoint,
    /** What reached any endpoint, oldest first. */
    requests,
    /** One of the requests, counted from 0. */
    requestAt(index: number): ServiceRequest {
      const request = requests.at(index);
      if (!request) throw new Error(`The service has received ${requests.length} requests.`);
      return request;
    },
    /** Forgets what reached it, such as what a test did to get ready. */
    forgetRequests(): void {
      for (const list of [requests, ...Object.values(endpoints).map((one) => one.requests)])
        list.length = 0;
    },
    /** Answers all further requests of every endpoint so, until `answerNormally`. */
    answerEvery(answer: Answer): void {
      for (const endpoint of Object.values(endpoints)) endpoint.answerEvery(answer);
    },
    answerNormally(): void {
      for (const endpoint of Object.values(endpoints)) endpoint.answerNormally();
    },
    /** A user gives consent. @returns the token response that a client gets for the code */
    authorizeUser: (user = '') => ledger.authorizeUser(user),
    validPairsOf: (user: string) => ledger.validPairsOf(user),
    /** Revokes every token that it has issued. */
    revokeTokens: () => ledger.revokeTokens(),
    /** Ends every access token before its time. The refresh tokens stay valid. */
    endAccessTokens: () => ledger.endAccessTokens(),
    fetch,
  };
}

export type StandInService = ReturnType<typeof standInService>;

/** The refresh token or the access token that was sent; empty where neither was. */
const tokenIn = (
  { authorization = '' }: Record<string, string>,
  { refresh_token: refreshToken }: Record<string, unknown>,
): string =>
  typeof refreshToken === 'string'
    ? refreshToken
    : (/^Bearer (.+)$/.exec(authorization)?.[1] ?? '');

/** @throws where the interface has no such path */
function kindOf(path: string): ServiceRequest['kind'] {
  if (path === TOKEN_PATH) return 'token';
  if (path.startsWith(OUTCOME_PATHS)) return 'outcome';
  if (PUSH_PATH.test(path)) return 'push';
  throw new Error(`The interface has no path ${path}.`);
}

/** Rejects with the signal's reason where that comes first. */
async function untilAborted(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([answer, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
