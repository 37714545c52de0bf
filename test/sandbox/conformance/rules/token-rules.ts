import { expectOAuthError, expectRefusal, expectSame, expectSuccess } from '../answer.ts';
import { expectText, isObject, requireRefusal, typeOf } from '../answer.ts';
import { randomText } from '../oauth-values.ts';
import type { Rule } from '../rule.ts';
import { RuleBroken } from '../verdict.ts';

/** The callback, the exchange of a code, and the token response. */
export const TOKEN_RULES: readonly Rule[] = [
  {
    id: 'authorization-callback-code',
    sections: ['4.1', '1'],
    title: 'The browser is redirected to the redirect_uri of the client with a code.',
    text: 'code (string, one-time authorization code)',
    async check({ authorize }) {
      const { client, callback } = await authorize();
      const path = callback.origin + callback.pathname;
      expectSame(path, client.redirectUri, 'the address of the callback');
      return expectText(callback.searchParams.get('code') ?? undefined, 'code');
    },
  },
  {
    id: 'authorization-callback-state',
    sections: ['4.1'],
    title: 'The state of the callback equals the state of the authorization URL.',
    text: 'state (string, equals the state used when building the authorization URL; protects against CSRF)',
    async check({ authorize }) {
      const { callback, state } = await authorize();
      if (callback.searchParams.get('state') === state) return 'state is the one that was sent';
      throw new RuleBroken('state is missing, or is not the one that was sent');
    },
  },
  {
    id: 'code-exchange',
    sections: ['4.2', '3.2', '9'],
    title: 'POST /oauth/token exchanges a code for a token response in JSON.',
    text: 'JSON token response, see 2.2',
    async check({ authorize, sendCode }) {
      const answer = await sendCode(await authorize());
      const saw = expectSuccess(answer);
      if (!isObject(answer.json)) throw new RuleBroken('the body is no JSON object');
      return saw;
    },
  },
  {
    id: 'code-single-use',
    sections: ['4.1', '1'],
    title: 'A code is exchanged once.',
    text: 'code (string, one-time authorization code)',
    async check({ authorize, exchange, sendCode }) {
      const authorization = await authorize();
      await exchange(authorization);
      const again = await sendCode(authorization);
      return expectRefusal(again);
    },
  },
  field('access_token', ['2.2'], 'Sent in the Authorization header.', expectText),
  field('token_type', ['2.2'], 'Bearer.', (value, name) => expectSame(value, 'Bearer', name)),
  field('expires_in', ['2.2', '5', '8'], 'Seconds. 86400.', (value, name) =>
    expectSame(value, 86_400, name),
  ),
  field('refresh_token', ['2.2'], 'Exchanged for a new token pair.', expectText),
  field('scope', ['2.2', '5'], 'push_packet.', (value, name) =>
    expectSame(value, 'push_packet', name),
  ),
  field('created_at', ['2.2'], 'Timestamp placeholder <timestamp>.', expectText),
  {
    id: 'access-token-expires-at',
    sections: ['5', '2.2'],
    title: 'The access token is a JWT that carries an expires_at value.',
    text: 'The token is a JWT whose decoded form holds an expires_at value',
    async check({ grant }) {
      const claims = claimsOf((await grant()).accessToken);
      if (claims === undefined) throw new RuleBroken('the access token does not decode as a JWT');
      const { expires_at } = claims;
      if (expires_at === undefined || expires_at === null || expires_at === '') {
        throw new RuleBroken('the JWT has no expires_at');
      }
      return `expires_at is ${typeOf(expires_at)}`;
    },
  },
  {
    id: 'client-secret-checked',
    sections: ['5', '4.2'],
    title: 'A wrong client_secret gets no token.',
    text: 'Client credentials are client_id, client_secret and redirect_uri.',
    async check({ authorize, sendCode }) {
      const answer = await sendCode(await authorize(), { client_secret: randomText() });
      return expectRefusal(answer);
    },
  },
  {
    id: 'redirect-uri-checked',
    sections: ['5', '4.2'],
    title: 'A wrong redirect_uri gets no token.',
    text: 'Client credentials are client_id, client_secret and redirect_uri.',
    async check({ authorize, sendCode }) {
      const redirect_uri = 'https://conformance.example/another';
      return expectRefusal(await sendCode(await authorize(), { redirect_uri }));
    },
  },
  {
    id: 'code-verifier-checked',
    sections: ['4.2', '5'],
    title: 'The code_verifier must be the one of the authorization URL.',
    text: 'The code verifier used when building the authorization URL.',
    async check({ authorize, sendCode }) {
      return expectRefusal(await sendCode(await authorize(), { code_verifier: randomText() }));
    },
  },
  {
    id: 'code-of-its-client',
    sections: ['1', '5'],
    title: 'A code is not exchanged for another client.',
    text: 'The client exchanges the code for an access token and a refresh token.',
    async check({ authorize, secondClient, sendCode }) {
      const authorization = await authorize();
      return expectRefusal(await sendCode({ ...authorization, client: await secondClient() }));
    },
  },
  {
    id: 'token-endpoint-error',
    sections: ['7'],
    title: 'A failed authentication of a client is answered with error and error_description.',
    text: 'JSON object with error (string, error code) and error_description (string).',
    async check({ authorize, sendCode }) {
      const answer = await sendCode(await authorize(), { client_secret: randomText() });
      requireRefusal(answer);
      return expectOAuthError(answer);
    },
  },
  {
    id: 'token-address',
    sections: ['9'],
    title: 'The token endpoint is POST /oauth/token.',
    text: '/oauth/token, no version segment',
    async check({ sendJson }) {
      const { status } = await sendJson('/oauth/token', {});
      if (status === 404 || status === 405) throw new RuleBroken(`answered ${status}`);
      return `answered ${status}`;
    },
  },
];

function field(
  name: string,
  sections: Rule['sections'],
  text: string,
  check: (value: unknown, name: string) => string,
): Rule {
  return {
    id: `token-response-${name.replaceAll('_', '-')}`,
    sections,
    title: `${name} of the token response: ${text}`,
    text,
    async check({ authorize, exchange }) {
      const value = (await exchange(await authorize()))[name];
      return check(value, name);
    },
  };
}

function claimsOf(token: string): Record<string, unknown> | undefined {
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  try {
    const [header, claims] = parts
      .slice(0, 2)
      .map((part): unknown => JSON.parse(Buffer.from(part, 'base64url').toString()));
    return isObject(header) && isObject(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}
