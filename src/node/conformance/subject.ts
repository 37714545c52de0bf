import type { ConformanceAdapter, ConformanceClient, ConformanceSeller } from './adapter.ts';
import type { ObservedSellersPacket, StartedEndlink } from './adapter.ts';
import { expectSuccess, fieldOf, isObject, isSuccess, readAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import { accessTokenOf, randomText } from './oauth-values.ts';
import type { Secrets } from './secrets.ts';
import { AdapterFailed, NotTested, RuleBroken } from './verdict.ts';

/** The redirect URI of the clients that the suite creates. Nothing is sent there. */
const REDIRECT_URI = 'https://conformance.example/vault/callback';

/** The address of the endlinks that the suite creates. Nothing is sent there. */
const ENDLINK_URL = 'https://conformance.example/survey';

const QUESTIONS = ['drink', 'size'];

const SECRET_FIELDS = ['client_secret', 'code', 'code_verifier', 'refresh_token'];

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

/** Notes something that the interface leaves open, with its section. */
export type Note = (section: string, what: string, value: unknown) => void;

/** What all rules of a run share. */
export interface SubjectOptions {
  baseUrl: string;
  fetch: typeof fetch;
  adapter: ConformanceAdapter;
  secrets: Secrets;
}

/** The service under test, as a rule uses it. Functions without "send" in their name are prerequisites: they throw `NotTested`. */
export type Subject = ReturnType<typeof createSubject>;

/** Creates the service under test. */
export function createSubject({ baseUrl, fetch, adapter, secrets }: SubjectOptions) {
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
    for (const name of SECRET_FIELDS) if (body[name]) secrets.add(body[name]);
    const answer = await sendJson('/oauth/token', body);
    for (const name of ['access_token', 'refresh_token']) {
      const token = fieldOf(answer.json, name);
      if (typeof token === 'string') secrets.add(token);
    }
    return answer;
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

  async function ask<Result>(
    name: keyof ConformanceAdapter,
    call: (adapter: Required<ConformanceAdapter>) => Promise<Result>,
  ): Promise<Result> {
    if (!adapter[name]) throw new NotTested(`needs ${name} of the adapter`);
    try {
      return await call(adapter as Required<ConformanceAdapter>);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new AdapterFailed(`${name} of the adapter failed: ${reason}`);
    }
  }

  async function createClient(): Promise<ConformanceClient> {
    const client = await ask('createClient', (it) =>
      it.createClient({ redirectUri: REDIRECT_URI }),
    );
    for (const name of ['clientId', 'clientSecret', 'redirectUri'] as const) {
      assertAdapterText('createClient', name, client[name]);
    }
    secrets.add(client.clientSecret);
    return client;
  }

  async function createPacket(client: ConformanceClient): Promise<string> {
    const packet = await ask('createPacket', (it) =>
      it.createPacket({ client, questions: QUESTIONS }),
    );
    return assertAdapterText('createPacket', 'packetId', packet.packetId);
  }

  async function authorize(
    seller: ConformanceSeller = 'first',
    client?: ConformanceClient,
  ): Promise<Authorization> {
    const chosen = client ?? (await firstClient());
    const codeVerifier = secrets.add(randomText());
    const state = randomText();
    const { location } = await ask('authorize', (it) =>
      it.authorize({ client: chosen, seller, state, codeVerifier }),
    );
    const callback = parseAdapterUrl('authorize', location);
    const code = secrets.add(callback.searchParams.get('code') ?? '');
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
    const started = await ask('startEndlink', (it) => it.startEndlink({ endlinkUrl, seller }));
    const landing = parseAdapterUrl('startEndlink', started.location);
    const asked = new URL(endlinkUrl).searchParams;
    // Under whichever name: a value that the buyer did not write may be the token.
    for (const [name, value] of landing.searchParams) {
      if (asked.get(name) !== value && name !== 'seller_id') secrets.add(value);
    }
    return { started, landing };
  }

  /** Reports an outcome, which must succeed. */
  async function report(endpoint: string, token: string): Promise<void> {
    const answer = await sendOutcome(endpoint, token).catch(() => undefined);
    const isRedirect = answer && answer.status >= 300 && answer.status < 400;
    if (!answer || !(isSuccess(answer) || (endpoint.endsWith('.html') && isRedirect))) {
      throw new NotTested(`needs a successful request to ${endpoint}`);
    }
  }

  /** Checks before anything is spent that the adapter has these functions. */
  function assertCan(...names: (keyof ConformanceAdapter)[]): void {
    const missing = names.filter((name) => !adapter[name]);
    if (missing.length) throw new NotTested(`needs ${missing.join(', ')} of the adapter`);
  }

  return {
    ...{ sendCode, sendRefresh, sendPush, sendOutcome, sendJson },
    ...{ firstClient, secondClient, firstPacket, secondPacket },
    ...{ authorize, exchange, grant, startEndlink, openEndlink, report, assertCan },

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
      ask('readAnswers', (it) => it.readAnswers({ packetId, seller })),

    readSellersPacket: (endlink: OpenedEndlink): Promise<ObservedSellersPacket> =>
      ask('readSellersPacket', (it) => it.readSellersPacket(endlink.started)),

    /** Ends the adapter, if it can be ended. */
    close: async () => {
      if (adapter.close) await ask('close', (it) => it.close());
    },

    advance: (seconds: number) => ask('advanceSeconds', (it) => it.advanceSeconds(seconds)),

    /** Notes what the interface leaves open. Replaced for each rule. */
    note: (() => undefined) as Note,
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

function assertAdapterText(name: string, field: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new AdapterFailed(`${name} of the adapter returned no ${field}`);
}

function parseAdapterUrl(name: string, location: unknown): URL {
  if (typeof location === 'string' && URL.canParse(location)) return new URL(location);
  throw new AdapterFailed(`${name} of the adapter returned no absolute URL as location`);
}

/** Calls a function at most once, and shares its result. */
function once<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= call());
}
