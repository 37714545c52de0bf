import { startSandbox } from './driver.ts';
import type { SandboxOptions } from 'vaultlink/sandbox';

/** The pair of RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

export const REDIRECT_URI = 'https://buyer.example/vault/callback';

export const CLIENT = {
  client_id: 'buyer-app',
  client_secret: 'the secret of the buyer',
  name: 'Breakfast Panel',
  redirect_uri: REDIRECT_URI,
};

/** A client of somebody else's. */
export const OTHER = {
  client_id: 'other-app',
  client_secret: 'the secret of another',
  name: 'Other Panel',
  redirect_uri: 'https://other.example/callback',
};

/** A token response as the interface shows it (§2.2). */
export interface Tokens {
  access_token: string;
  token_type: string;
  expires_in: number;
  refresh_token: string;
  scope: string;
  created_at: unknown;
}

/** As far as the tests look at it. */
interface OAuthState {
  clients: Record<string, string>[];
  packets: Record<string, unknown>[];
  authorization_codes: { code: string; state: string }[];
  token_pairs: {
    access_token: string;
    refresh_token: string;
    access_state: string;
    refresh_state: string;
  }[];
  sellers_packets: {
    id: string;
    packet_id: string;
    seller_id: string;
    state: string;
    paid: boolean;
    outcome: string | null;
    answers: Record<string, string | null>;
    answer_sources: Record<string, Record<string, unknown>>;
    first_published_at: string | null;
    pushed_at: string | null;
  }[];
}

/** A query of RFC 6749 section 4.1.1 and RFC 7636 section 4.3; `undefined` leaves a parameter out. */
export function authorizeUrl(changes: Record<string, string | undefined> = {}): string {
  const parameters: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: 'buyer-app',
    redirect_uri: REDIRECT_URI,
    scope: 'push_packet',
    state: 'state-1',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...changes,
  };
  const query = Object.entries(parameters).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return `/oauth/authorize?${new URLSearchParams(query).toString()}`;
}

/** A sandbox with two clients: `profile` is a data packet of the first, `foreign` of the second, `survey` has an endlink. */
export function startOAuth(options: SandboxOptions = {}) {
  const sandbox = startSandbox({
    clients: [CLIENT, OTHER],
    packets: [
      { id: 'survey', endlink_url: 'https://buyer.example/survey' },
      { id: 'profile', name: 'Profile', client_id: 'buyer-app', questions: ['name', 'drink'] },
      { id: 'foreign', name: 'Foreign', client_id: 'other-app', questions: ['name'] },
    ],
    ...options,
  });
  const { call, post } = sandbox;
  const { basePath } = sandbox.sandbox;

  const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  /** The user allows it. @returns where the browser goes */
  async function allow(seller_id = 'seller-1', url = basePath + authorizeUrl()): Promise<URL> {
    const answer = await post('authorizations', { authorize_url: url, seller_id });
    return new URL((answer.body as { location: string }).location);
  }

  const codeOf = async (sellerId?: string, url?: string) =>
    (await allow(sellerId, url)).searchParams.get('code') ?? '';

  /** Body of §4.2 for a code. */
  const codeBody = (code: string) => ({
    grant_type: 'authorization_code',
    code,
    code_verifier: VERIFIER,
    client_secret: CLIENT.client_secret,
    client_id: 'buyer-app',
    redirect_uri: REDIRECT_URI,
    state: 'state-1',
  });

  /** Body of §4.2 for a refresh. */
  const refreshBody = (refresh_token: string) => ({
    grant_type: 'refresh_token',
    refresh_token,
    client_secret: CLIENT.client_secret,
    client_id: 'buyer-app',
    redirect_uri: REDIRECT_URI,
  });

  const token = (body: unknown) => send('/oauth/token', body);
  const refresh = (refreshToken: string) => token(refreshBody(refreshToken));
  const connect = async (sellerId?: string) =>
    (await token(codeBody(await codeOf(sellerId)))).body as Tokens;

  const push = (accessToken: string, payload: unknown, packetId = 'profile') =>
    send(
      `/api/v5/packets/${packetId}/sellers_packets/push`,
      { id: packetId, payload },
      { authorization: `Bearer ${accessToken}` },
    );

  const oauthState = async () => (await call('/sandbox/state')).body as OAuthState;

  const answersOf = async (sellerId: string) => {
    const { sellers_packets } = await oauthState();
    return sellers_packets
      .filter(({ seller_id, pushed_at }) => seller_id === sellerId && pushed_at !== null)
      .map(({ answers }) => answers);
  };

  return {
    ...sandbox,
    ...{ send, allow, codeOf, codeBody, refreshBody, token, refresh, connect, push },
    ...{ oauthState, answersOf },
  };
}

/** Returns the claims of a JWT. Does not check its signature. */
export const claimsOf = (jwt: string) =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;

/** The status of a refused token request, and its error code. */
export const errorOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { error?: string }).error,
];
