import { randomBytes } from 'node:crypto';
import { BASE_PATH } from '../../protocol/index.ts';
import type { Connections, Setup } from './check.ts';

/** Thrown when a server does not respond. The message is a sentence with the reason, as far as it is known. */
export class NoResponseError extends Error {}

/** A response whose body has been read. */
export interface ReadResponse {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends a request and reads the response, which may be a redirect.
 *
 * @throws NoResponseError
 */
export async function sendRequest(
  { fetch, timeoutMs }: Pick<Connections, 'fetch' | 'timeoutMs'>,
  address: string,
  init: RequestInit = {},
): Promise<ReadResponse> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, { redirect: 'manual', ...init, signal });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const { origin } = new URL(address);
    throw new NoResponseError(
      signal.aborted
        ? `${origin} did not respond within ${timeoutMs / 1000} seconds.`
        : `${origin} cannot be reached: ${reasonOf(error)}.`,
    );
  }
}

/** Returns the target of a redirect; `undefined` if the response is none. */
export function redirectTargetOf(
  { status, headers }: ReadResponse,
  address: string,
): URL | undefined {
  const location = headers.get('location');
  if (status < 300 || status >= 400 || location === null) return undefined;
  return URL.canParse(location, address) ? new URL(location, address) : undefined;
}

/** The response to a user who starts to connect. */
export interface ConnectStart {
  answer: ReadResponse;
  /** The authorization page; `undefined` if the response is no redirect. */
  target: URL | undefined;
}

/**
 * Starts to connect as a browser would, and stops at the redirect. The authorization flow expires after an hour.
 *
 * @param headers additional headers that a browser would not send; default: none
 */
export async function startConnecting(
  { settings, connections }: Setup,
  headers: Readonly<Record<string, string>> = {},
): Promise<ConnectStart> {
  const address = `${settings.bff.origin}${BASE_PATH}/connect?return_to=/`;
  const answer = await sendRequest(connections, address, {
    // As if from the backend's own page, so that the backend shows no page with a button first.
    headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
  });
  return { answer, target: redirectTargetOf(answer, address) };
}

/** Formats a URL for display, without its query, which could contain a secret. */
export const withoutQuery = ({ origin, pathname }: URL): string => origin + pathname;

/** Parses a JSON object; returns an empty object for anything else. */
export function fieldsOf({ text }: ReadResponse): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(text);
    return typeof fields === 'object' && fields !== null ? { ...fields } : {};
  } catch {
    return {};
  }
}

/** Returns a made-up token or code that nobody has issued. A code verifier needs at least 43 characters. */
export const madeUpSecret = (): string => `made-up-${randomBytes(26).toString('base64url')}`;

const UNTRUSTED =
  'this machine does not trust the issuer of its certificate; if it is your own, set NODE_EXTRA_CA_CERTS to its file';

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
  ECONNREFUSED: 'nothing listens on this port',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; check the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `${UNTRUSTED}; the server may send an incomplete certificate chain`,
};

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const code = codeOf(cause) ?? codeOf(error) ?? '';
  return REASONS[code] ?? (code || 'unknown network error');
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
