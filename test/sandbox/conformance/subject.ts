import type { ConformanceAdapter, ConformanceClient, ConformanceSeller } from './adapter.ts';
import type { ObservedSellersPacket, StartedEndlink } from './adapter.ts';
import { expectSuccess, isObject, isSuccess, readAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import { accessTokenOf, randomText } from './oauth-values.ts';
import { NotTested, RuleBroken } from './verdict.ts';

/** The redirect URI of the clients that the suite creates. Nothing is sent there. */
const REDIRECT_URI = 'https://conformance.example/vault/callback';

/** The address of the endlinks that the suite creates. Nothing is sent there. */
const ENDLINK_URL = 'https://conformance.example/survey';

const QUESTIONS = ['drink', 'size'];

const TIMEOUT_MS = 60_000;

/** What a seller allowed a client. */
export interface Authorization {
  client: ConformanceClient;
  codeVerifier: string;
  /** The state that was sent. */
  state: string;
  /** The address that the browser was redirected to. */
  callback: URL;
  code: string;
}

/** The tokens of one seller for one client. */
export interface Grant {
  client: ConformanceClient;
  /** The token response. */
  tokens: unknown;
  accessToken: string;
}

/** A click on an endlink. */
export interface OpenedEndlink {
  started: StartedEndlink;
  landing: URL;
  token: string;
}

/** What all rules of a run share. */
export interface SubjectOptions {
  baseUrl: string;
  fetch: typeof fetch;
  adapter: ConformanceAdapter;
}

/** The service under test, as a rule uses it. Functions without "send" in their name are prerequisites: they throw `NotTested`. */
export type Subject = ReturnType<typeof createSubject>;

/** Creates the service under test. */
export function createSubject({ baseUrl, fetch, adapter }: SubjectOptions) {
  const createClient = () => adapter.createClient({ redirectUri: REDIRECT_URI });
  const firstClient = once(createClient);
  const secondClient = once(createClient);
  const firstPacket = once(async () => createPacket(await firstClient()));
  const secondPacket = once(async () => createPacket(await secondClient()));

  async function send(path: string, init: RequestInit = {}): Promise<Answer> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return await readAnswer(await fetch(baseUrl + path, { ...init, redirect: 'manual', signal }));
    } catch {
      throw new RuleBroken('the connection failed before the response was complete');
    }
  }

  const sendJson = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  /** Sends a token request with the credentials of a client. @see interface §4.2 */
  async function sendTokenRequest(
    { clientId, clientSecret, redirectUri }: ConformanceClient,
    fields: Record<string, string>,
  ): Promise<Answer> {
    const credentials = {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: redirectUri,
    };
    const body: Record<string, string> = { ...credentials, ...fields };
    return sendJson('/oauth/token', body);
  }

  /** Exchanges the code of an authorization. */
  function sendCode(
    { client, code, codeVerifier, state }: Authorization,
    changes: Record<string, string> = {},
  ): Promise<Answer> {
    if (code === '') throw new NotTested('needs a code at the callback');
    const order = { grant_type: 'authorization_code', code, code_verifier: codeVerifier, state };
    return sendTokenRequest(client, { ...order, ...changes });
  }

  const sendRefresh = (client: ConformanceClient, refreshToken: string) =>
    sendTokenRequest(client, { grant_type: 'refresh_token', refresh_token: refreshToken });

  /** Pushes a body as it is. @see interface §4.3 */
  const sendPush = (packetId: string, body: unknown, accessToken?: string) =>
    sendJson(
      `/api/v5/packets/${encodeURIComponent(packetId)}/sellers_packets/push`,
      body,
      accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` },
    );

  /** Reports an outcome, such as `complete` or `complete.html`. @see interface §4.4 */
  const sendOutcome = (endpoint: string, token?: string) =>
    send(
      `/api/v3/endlinks/${endpoint}` +
        (token === undefined ? '' : `?service_endlink_token=${encodeURIComponent(token)}`),
    );

  async function createPacket(client: ConformanceClient): Promise<string> {
    return (await adapter.createPacket({ client, questions: QUESTIONS })).packetId;
  }

  async function authorize(
    seller: ConformanceSeller = 'first',
    client?: ConformanceClient,
  ): Promise<Authorization> {
    const chosen = client ?? (await firstClient());
    const codeVerifier = randomText();
    const state = randomText();
    const { location } = await adapter.authorize({ client: chosen, seller, state, codeVerifier });
    const callback = new URL(location);
    const code = callback.searchParams.get('code') ?? '';
    return { client: chosen, codeVerifier, state, callback, code };
  }

  /** Exchanges a code, which must succeed. @returns the token response */
  async function exchange(authorization: Authorization): Promise<Record<string, unknown>> {
    const { json } = await required('a token pair', () => sendCode(authorization));
    if (!isObject(json)) throw new NotTested('needs a token response in JSON');
    return json;
  }

  async function grant(seller?: ConformanceSeller, client?: ConformanceClient): Promise<Grant> {
    const authorization = await authorize(seller, client);
    const tokens = await exchange(authorization);
    return { client: authorization.client, tokens, accessToken: accessTokenOf(tokens) };
  }

  async function openEndlink(
    endlinkUrl = ENDLINK_URL,
    seller: ConformanceSeller = 'first',
    parameter = 'service_endlink_token',
  ): Promise<OpenedEndlink> {
    const { started, landing } = await startEndlink(endlinkUrl, seller);
    const token = landing.searchParams.get(parameter);
    if (!token) throw new NotTested(`needs the parameter ${parameter} in the endlink URL`);
    return { started, landing, token };
  }

  async function startEndlink(endlinkUrl = ENDLINK_URL, seller: ConformanceSeller = 'first') {
    const started = await adapter.startEndlink({ endlinkUrl, seller });
    return { started, landing: new URL(started.location) };
  }

  /** Reports an outcome, which must succeed. */
  async function report(endpoint: string, token: string): Promise<void> {
    const answer = await sendOutcome(endpoint, token).catch(() => undefined);
    const isRedirect = answer && answer.status >= 300 && answer.status < 400;
    if (!answer || !(isSuccess(answer) || (endpoint.endsWith('.html') && isRedirect))) {
      throw new NotTested(`needs a successful request to ${endpoint}`);
    }
  }

  return {
    ...{ sendCode, sendRefresh, sendPush, sendOutcome, sendJson },
    ...{ firstClient, secondClient, firstPacket, secondPacket },
    ...{ authorize, exchange, grant, startEndlink, openEndlink, report },

    /** A new packet of the first client, so that no other rule pushes into it. */
    newPacket: async () => createPacket(await firstClient()),

    /** Pushes answers, which must succeed. */
    push: (packetId: string, payload: Record<string, string | null>, accessToken: string) =>
      required('a successful push', () =>
        sendPush(packetId, { id: packetId, payload }, accessToken),
      ),

    /** Refreshes a token pair, which must succeed. */
    refresh: (client: ConformanceClient, refreshToken: string) =>
      required('a successful refresh', () => sendRefresh(client, refreshToken)),

    readAnswers: (packetId: string, seller: ConformanceSeller = 'first') =>
      adapter.readAnswers({ packetId, seller }),

    readSellersPacket: ({ started }: OpenedEndlink): Promise<ObservedSellersPacket> =>
      adapter.readSellersPacket(started),

    advance: (seconds: number) => adapter.advanceSeconds(seconds),
  };
}

async function required(what: string, call: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await call();
    expectSuccess(answer);
    return answer;
  } catch (error) {
    if (error instanceof RuleBroken) throw new NotTested(`needs ${what}: ${error.message}`);
    throw error;
  }
}

/** Calls a function at most once, and shares its result. */
function once<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= call());
}
