/** A request to the service. */
export interface Asked {
  url: string;
  init: RequestInit;
  /** The parsed body. */
  body: Record<string, unknown>;
}

/** What happens to one request instead: `answer` gives what the service would say, which then has happened. */
type Mishap = (answer: () => Response) => Response | Promise<Response>;

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** A network that breaks; the text that a runtime puts there may hold anything. */
export const broken = () => Promise.reject(new TypeError('fetch failed'));

/** The beginning of a body, and then nothing. */
export const cut = (text: string) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        controller.error(new TypeError('terminated'));
      },
    }),
    { status: 200, headers: { 'content-type': 'application/json' } },
  );

/** When a refresh ends the pair that it renews: at once, or when the new access token is first used. @see interface §3.2 */
export type Revocation = 'at once' | 'on first use';

/** The smallest service: it rotates one grant, and takes pushes with an access token that still counts. */
export function fakeService({ revokes = 'at once' }: { revokes?: Revocation } = {}) {
  const asked: Asked[] = [];
  const mishaps: Mishap[] = [];
  const tokenMishaps: Mishap[] = [];
  let issued = 0;
  /** The oldest pair that still counts. */
  let oldest = 1;

  const counts = (token: unknown, kind: 'access' | 'refresh') => {
    const [, number] = new RegExp(`^${kind}-(\\d+)$`).exec(String(token)) ?? [];
    return Number(number) >= oldest && Number(number) <= issued;
  };

  function issue(): Response {
    issued += 1;
    if (revokes === 'at once') oldest = issued;
    return json(200, {
      access_token: `access-${issued}`,
      token_type: 'Bearer',
      expires_in: 86_400,
      refresh_token: `refresh-${issued}`,
      scope: 'push_packet',
      created_at: '2026-03-01T12:00:00.000Z',
    });
  }

  function answer({ url, init, body }: Asked): Response {
    if (url.endsWith('/oauth/token')) {
      const isGood =
        body.grant_type === 'authorization_code'
          ? body.code === 'code-1'
          : counts(body.refresh_token, 'refresh');
      return isGood
        ? issue()
        : json(400, { error: 'invalid_grant', error_description: 'It is revoked.' });
    }
    const { authorization } = init.headers as Record<string, string>;
    const accessToken = authorization?.replace('Bearer ', '');
    if (!counts(accessToken, 'access')) {
      return json(401, { error: 'invalid_token', error_description: 'It is expired.' });
    }
    oldest = Number(accessToken?.replace('access-', ''));
    return json(200, { message: 'Data successfully synced', sellers_packet: { id: 'sp-1' } });
  }

  return {
    asked,
    /** The requests to the token endpoint. */
    tokenRequests: () => asked.filter(({ url }) => url.endsWith('/oauth/token')),
    /** What happens to the next requests. */
    mishaps,
    /** What happens to the next requests to the token endpoint. */
    tokenMishaps,
    /** The service ends the tokens that it has issued last, and issues others to somebody. */
    issue,
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      const body = init.body ? (JSON.parse(init.body as string) as Asked['body']) : {};
      const request = { url, init, body };
      asked.push(request);
      const forTokens = url.endsWith('/oauth/token') ? tokenMishaps.shift() : undefined;
      const mishap = forTokens ?? mishaps.shift();
      return mishap ? mishap(() => answer(request)) : answer(request);
    },
  };
}

export const SERVICE_URL = 'https://service.example';

export const CLIENT = {
  clientId: 'client-1',
  clientSecret: 'secret-1',
  redirectUri: 'https://buyer.example/vault/callback',
};
