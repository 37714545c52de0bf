import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  customFetch,
  generateRandomCodeVerifier,
  generateRandomState,
  refreshTokenGrantRequest,
  validateAuthResponse,
} from 'oauth4webapi';
import type { TokenEndpointRequestOptions } from 'oauth4webapi';
import { isVaultError, TOKEN_PATH, VaultError } from '../../protocol/index.ts';
import type { TokenResponse } from '../../protocol/index.ts';
import { tokenResponse } from '../../protocol/schemas.ts';
import { TOKEN_TIMEOUT_MS } from '../config/bounds.ts';
import type { ClientOptions, ServiceOptions } from '../config/bff-options.ts';
import { addressOf, isSuccess, jsonOf, send, wholeTextOf } from './request.ts';
import { responseOf, refusalOf } from './token-refusal.ts';
import type { TokenAnswer } from './token-refusal.ts';

/** A received token pair. */
export interface ReceivedTokens {
  response: TokenResponse;
  /** When the response arrived by the backend's clock. The lifetime counts from then. */
  receivedAtMs: number;
}

/** Parameters of a code exchange. @see interface §4.2 */
interface CodeExchange {
  code: string;
  codeVerifier: string;
  state: string;
  redirectUri: string;
}

/** Result of a refresh, which says whether the old or the new refresh token is valid. */
export type RefreshAnswer =
  | { kind: 'tokens'; tokens: ReceivedTokens }
  /** The response violates the interface but contains a refresh token. The sent token is spent, and `tokens`, valid for 0 seconds, must be saved. */
  | { kind: 'unusable'; tokens: ReceivedTokens; error: VaultError }
  /** `invalid_grant`: the sent refresh token is no longer valid. */
  | { kind: 'refused'; error: VaultError }
  /** The result is unknown: no response, an incomplete one, or a 5xx. */
  | { kind: 'ambiguous'; error: VaultError }
  /** The service refused for another reason. The sent refresh token is still valid. */
  | { kind: 'failed'; error: VaultError };

/** Values of a new authorization. @see RFC 7636 section 4 */
interface NewFlow {
  state: string;
  codeVerifier: string;
  codeChallenge: string;
}

/** Client of the service's token endpoint. Its errors contain nothing that was sent or received. */
export interface TokenEndpoint {
  /**
   * Exchanges a code for a token pair.
   *
   * @throws VaultError `reconnect_required` (the code is invalid), `configuration_error`, `rate_limited`, `validation_failed`, `service_error`,
   *   `service_unreachable`
   * @see interface §4.2
   */
  exchange(exchange: CodeExchange): Promise<ReceivedTokens>;
  /**
   * Exchanges a refresh token for a new pair, in one request. Returns failures as results and does not throw a {@link VaultError}. @see interface
   * §4.2
   */
  refresh(refreshToken: string): Promise<RefreshAnswer>;
  /** Creates a state, a code verifier and its S256 challenge. */
  newFlow(): Promise<NewFlow>;
}

/**
 * Creates a client of the token endpoint.
 *
 * @param now real time in milliseconds since 1970
 * @throws VaultError `configuration_error` if the URL of the service is invalid
 */
export function createTokenEndpoint(
  service: ServiceOptions,
  client: ClientOptions,
  now: () => number,
): TokenEndpoint {
  const address = addressOf(service);
  const server = { issuer: address, token_endpoint: address + TOKEN_PATH };
  const oauthClient = { client_id: client.clientId };
  const secretInBody = ClientSecretPost(client.clientSecret);
  const timeoutMs = service.tokenTimeoutMs ?? TOKEN_TIMEOUT_MS.byDefault;

  /**
   * Sends one token request. Encodes the body as JSON and reads the whole response here, so that even an invalid response does not cost its tokens.
   */
  async function ask(
    request: (options: TokenEndpointRequestOptions) => Promise<Response>,
  ): Promise<TokenAnswer> {
    let answer: TokenAnswer | undefined;
    try {
      await request({
        // `addressOf` allows http only on loopback addresses.
        [allowInsecureRequests]: address.startsWith('http:'),
        [customFetch]: async (url, { body, method }) => {
          const fields = Object.fromEntries(body);
          const headers = { 'content-type': 'application/json', accept: 'application/json' };
          const request = { method, url, headers, body: JSON.stringify(fields), timeoutMs };
          const response = await send(service, request);
          const text = wholeTextOf(response);
          const secrets = SECRET_FIELDS.map((name) => fields[name] ?? '');
          answer = { ...response, text, receivedAtMs: now(), secrets };
          return responseOf(answer);
        },
      });
    } catch (error) {
      if (isVaultError(error)) throw error;
    }
    if (answer) return answer;
    throw new VaultError('configuration_error', 'A field of the token request is empty.');
  }

  return {
    async exchange({ code, codeVerifier, state, redirectUri }) {
      const answer = await ask((options) =>
        authorizationCodeGrantRequest(
          server,
          oauthClient,
          secretInBody,
          validateAuthResponse(server, oauthClient, new URLSearchParams({ code, state }), state),
          redirectUri,
          codeVerifier,
          { ...options, additionalParameters: { state } },
        ),
      );
      if (!isSuccess(answer)) throw await refusalOf(answer, now());
      const response = tokensOf(fieldsOf(answer));
      if (!response) throw outside(answer.status);
      return { response, receivedAtMs: answer.receivedAtMs };
    },

    async refresh(refreshToken) {
      let answer: TokenAnswer;
      try {
        answer = await ask((options) =>
          refreshTokenGrantRequest(server, oauthClient, secretInBody, refreshToken, {
            ...options,
            additionalParameters: { redirect_uri: client.redirectUri },
          }),
        );
      } catch (error) {
        if (!isVaultError(error)) throw error;
        return { kind: error.code === 'service_unreachable' ? 'ambiguous' : 'failed', error };
      }
      const { status, receivedAtMs } = answer;
      if (!isSuccess(answer)) {
        const error = await refusalOf(answer, now());
        if (error.code === 'reconnect_required') return { kind: 'refused', error };
        return { kind: status >= 500 || status === 408 ? 'ambiguous' : 'failed', error };
      }
      const fields = fieldsOf(answer);
      // Without a new refresh token in the response, the old one stays valid. @see RFC 6749 section 6, ASSUMPTIONS.keptRefreshToken
      const response = tokensOf({ refresh_token: refreshToken, ...fields });
      if (response) return { kind: 'tokens', tokens: { response, receivedAtMs } };
      const error = outside(status);
      const { refresh_token: next } = fields;
      if (typeof next !== 'string' || !next) return { kind: 'ambiguous', error };
      const spent = { access_token: '', expires_in: 0, refresh_token: next };
      return { kind: 'unusable', tokens: { response: spent, receivedAtMs }, error };
    },

    async newFlow() {
      const codeVerifier = generateRandomCodeVerifier();
      const codeChallenge = await calculatePKCECodeChallenge(codeVerifier);
      return { state: generateRandomState(), codeVerifier, codeChallenge };
    },
  };
}

const SECRET_FIELDS = ['client_secret', 'code', 'code_verifier', 'state', 'refresh_token'];

/** Parses the body and drops fields that are `null`, which some servers send for absent fields. */
function fieldsOf({ text }: TokenAnswer): Record<string, unknown> {
  const fields = jsonOf(text);
  const entries = typeof fields === 'object' && fields ? Object.entries(fields) : [];
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

/** Validates tokens. A missing type means bearer, since the interface has no other. @see interface §2.2, ASSUMPTIONS.oddTokenResponse */
function tokensOf(fields: Record<string, unknown>): TokenResponse | undefined {
  const { data } = tokenResponse.safeParse(fields);
  const type = data?.token_type ?? 'bearer';
  return type.toLowerCase() === 'bearer' ? data : undefined;
}

const outside = (status: number) =>
  new VaultError(
    'service_error',
    'The token endpoint sent a response that violates its interface.',
    { status },
  );
